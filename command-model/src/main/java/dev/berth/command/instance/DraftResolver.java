package dev.berth.command.instance;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.ImageView;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import dev.berth.command.image.ImageDirectory;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.project.ProjectRules;
import java.util.Optional;

/** Looks up what a create names, in this order: pool, flavor, image, project. The first that is missing is the answer. */
public final class DraftResolver {
    private final PoolDirectory pools;
    private final ImageDirectory images;
    private final ProjectDirectory projects;
    private final ImageSource imageSource;

    /** From these directories; {@code imageSource} is where hosted pools take images from. */
    public DraftResolver(
            PoolDirectory pools, ImageDirectory images, ProjectDirectory projects, ImageSource imageSource) {
        this.pools = pools;
        this.images = images;
        this.projects = projects;
        this.imageSource = imageSource;
    }

    Outcome<Draft> resolve(CreateInstance command) {
        Optional<PoolView> pool = pools.pool(command.poolId())
                .filter(it -> usable(it, command.tenantId()) && it.state() == LifeState.ACTIVE);
        if (pool.isEmpty()) {
            return Outcome.refused(Problem.notFound("pool", "compute-pool/" + command.poolId()));
        }
        if (pool.get().kind() == PoolKind.BARE_METAL) {
            return Outcome.refused(Problem.invalid("poolId", "must name a pool of kind vps-host or provider"));
        }
        Optional<FlavorView> flavor =
                pools.flavor(command.poolId(), command.flavor()).filter(it -> it.state() == LifeState.ACTIVE);
        if (flavor.isEmpty()) {
            return Outcome.refused(Problem.notFound("flavor", "compute-flavor/" + command.flavor()));
        }
        Optional<ImageView> image = Optional.empty();
        if (pool.get().kind() == PoolKind.VPS_HOST) {
            if (imageSource == ImageSource.NONE) {
                return Outcome.refused(InstanceRules.noImages());
            }
            image = images.visible(command.tenantId(), command.imageId()).filter(it -> it.kind() == ImageKind.OS);
            if (image.isEmpty()) {
                return Outcome.refused(Problem.notFound("image", "compute-image/" + command.imageId()));
            }
        }
        Optional<Problem> noProject = ProjectRules.usable(projects, command.tenantId(), command.projectId());
        if (noProject.isPresent()) {
            return Outcome.refused(noProject.get());
        }
        return Outcome.done(new Draft(
                pool.get(),
                shape(flavor.get()),
                flavor.get().providerSize() == null
                        ? flavor.get().name()
                        : flavor.get().providerSize(),
                image.map(ImageView::digest).orElse(null),
                image.map(ImageView::sourceUrl).orElse(null),
                image.map(ImageView::verified).orElse(false)));
    }

    /** The active flavor of this name in the pool. */
    Optional<MachineShape> activeShape(String poolId, String flavor) {
        return pools.flavor(poolId, flavor)
                .filter(it -> it.state() == LifeState.ACTIVE)
                .map(DraftResolver::shape);
    }

    private static boolean usable(PoolView pool, String tenantId) {
        return pool.tenantId().equals(tenantId)
                || (pool.offeredTo() != null && pool.offeredTo().contains(tenantId));
    }

    private static MachineShape shape(FlavorView flavor) {
        return new MachineShape(flavor.vcpu(), flavor.memoryGiB(), flavor.diskGiB(), flavor.gpus());
    }
}
