package dev.berth.command;

import dev.berth.api.DomainEvent;
import dev.berth.api.address.RangeEvent;
import dev.berth.api.address.RangeView;
import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.image.SignerScope;
import dev.berth.api.image.SignerView;
import dev.berth.api.image.Visibility;
import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolView;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectView;
import dev.berth.api.tenant.TenantEvent;
import dev.berth.command.address.RangeDirectory;
import dev.berth.command.image.ImageDirectory;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.tenant.TenantDirectory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What decisions read, folded from a scenario's own events; times and revisions are of no interest here. */
final class MemoryDirectories
        implements PoolDirectory, ImageDirectory, ProjectDirectory, RangeDirectory, TenantDirectory {
    private static final Instant ANY_TIME = Instant.EPOCH;

    final MemoryProvided provided = new MemoryProvided();

    private final Map<String, PoolView> pools = new LinkedHashMap<>();
    private final Map<String, FlavorView> flavors = new LinkedHashMap<>();
    private final Map<String, ImageView> images = new LinkedHashMap<>();
    private final Map<String, SignerView> signers = new LinkedHashMap<>();
    private final Map<String, ProjectView> projects = new LinkedHashMap<>();
    private final Map<String, RangeView> ranges = new LinkedHashMap<>();
    private final Map<String, Boolean> suspendedByTenant = new HashMap<>();

    void on(DomainEvent event) {
        provided.on(event);
        switch (event) {
            case PoolEvent it -> pool(it);
            case FlavorEvent it -> flavor(it);
            case ImageEvent it -> image(it);
            case SignerEvent it -> signer(it);
            case ProjectEvent it -> project(it);
            case RangeEvent it -> range(it);
            case TenantEvent it -> suspendedByTenant.put(it.tenantId(), it instanceof TenantEvent.TenantSuspended);
            default -> {}
        }
    }

    private void pool(PoolEvent event) {
        @Nullable PoolView was = pools.get(event.poolId());
        PoolView now = switch (event) {
            case PoolEvent.PoolCreated it ->
                pool(it, LifeState.ACTIVE, it.accountId(), it.region(), it.networkId(), Set.of());
            case PoolEvent.PoolUpdated it ->
                pool(was, was.state(), it.accountId(), it.region(), it.networkId(), guests(was));
            case PoolEvent.PoolOffered it -> {
                Set<String> guests = guests(was);
                guests.add(it.toTenantId());
                yield pool(was, was.state(), was.accountId(), was.region(), was.networkId(), guests);
            }
            case PoolEvent.PoolWithdrawn it -> {
                Set<String> guests = guests(was);
                guests.remove(it.toTenantId());
                yield pool(was, was.state(), was.accountId(), was.region(), was.networkId(), guests);
            }
            case PoolEvent.PoolArchived it ->
                pool(was, LifeState.ARCHIVED, was.accountId(), was.region(), was.networkId(), guests(was));
        };
        pools.put(event.poolId(), now);
    }

    private static Set<String> guests(PoolView pool) {
        return new HashSet<>(pool.offeredTo());
    }

    private static PoolView pool(
            PoolEvent.PoolCreated it,
            LifeState state,
            @Nullable String account,
            @Nullable String region,
            @Nullable String network,
            Set<String> guests) {
        return new PoolView(
                it.poolId(),
                it.tenantId(),
                it.createdBy(),
                ANY_TIME,
                ANY_TIME,
                0,
                it.name(),
                it.kind(),
                account,
                region,
                network,
                state,
                List.copyOf(guests));
    }

    private static PoolView pool(
            PoolView it,
            LifeState state,
            @Nullable String account,
            @Nullable String region,
            @Nullable String network,
            Set<String> guests) {
        return new PoolView(
                it.id(),
                it.tenantId(),
                it.createdBy(),
                ANY_TIME,
                ANY_TIME,
                0,
                it.name(),
                it.kind(),
                account,
                region,
                network,
                state,
                List.copyOf(guests));
    }

    private void flavor(FlavorEvent event) {
        switch (event) {
            case FlavorEvent.FlavorCreated it -> flavors.put(it.flavorId(), flavor(it, LifeState.ACTIVE));
            case FlavorEvent.FlavorArchived it ->
                flavors.computeIfPresent(
                        it.flavorId(),
                        (id, was) -> new FlavorView(
                                was.tenantId(),
                                was.createdBy(),
                                ANY_TIME,
                                ANY_TIME,
                                0,
                                was.poolId(),
                                was.name(),
                                was.vcpu(),
                                was.memoryGiB(),
                                was.diskGiB(),
                                was.gpus(),
                                was.providerSize(),
                                LifeState.ARCHIVED));
        }
    }

    private static FlavorView flavor(FlavorEvent.FlavorCreated it, LifeState state) {
        return new FlavorView(
                it.tenantId(),
                it.createdBy(),
                ANY_TIME,
                ANY_TIME,
                0,
                it.poolId(),
                it.name(),
                it.shape().vcpu(),
                it.shape().memoryGiB(),
                it.shape().diskGiB(),
                it.shape().gpus(),
                it.providerSize(),
                state);
    }

    private void image(ImageEvent event) {
        @Nullable ImageView was = images.get(event.streamId());
        ImageView now = switch (event) {
            case ImageEvent.ImageRegistered it ->
                new ImageView(
                        it.tenantId(),
                        it.createdBy(),
                        ANY_TIME,
                        ANY_TIME,
                        0,
                        it.imageId(),
                        it.kind(),
                        it.digest(),
                        it.sourceUrl(),
                        it.signerId(),
                        it.verified(),
                        Visibility.PRIVATE,
                        LifeState.ACTIVE);
            case ImageEvent.ImageSigned it -> image(was, it.signerId(), true, was.visibility(), was.state());
            case ImageEvent.ImagePublished it ->
                image(was, was.signerId(), was.verified(), Visibility.PUBLIC, was.state());
            case ImageEvent.ImageArchived it ->
                image(was, was.signerId(), was.verified(), was.visibility(), LifeState.ARCHIVED);
        };
        images.put(event.streamId(), now);
    }

    private static ImageView image(
            ImageView was, @Nullable String signerId, boolean verified, Visibility visibility, LifeState state) {
        return new ImageView(
                was.tenantId(),
                was.createdBy(),
                ANY_TIME,
                ANY_TIME,
                0,
                was.imageId(),
                was.kind(),
                was.digest(),
                was.sourceUrl(),
                signerId,
                verified,
                visibility,
                state);
    }

    private void signer(SignerEvent event) {
        switch (event) {
            case SignerEvent.SignerAdded it ->
                signers.put(
                        it.signerId(),
                        new SignerView(
                                it.signerId(),
                                it.tenantId(),
                                it.createdBy(),
                                ANY_TIME,
                                ANY_TIME,
                                0,
                                it.name(),
                                it.publicKey(),
                                it.scope()));
            case SignerEvent.SignerRemoved it -> signers.remove(it.signerId());
        }
    }

    private void project(ProjectEvent event) {
        switch (event) {
            case ProjectEvent.ProjectCreated it ->
                projects.put(
                        it.projectId(),
                        project(it.projectId(), it.tenantId(), it.createdBy(), it.name(), LifeState.ACTIVE));
            case ProjectEvent.ProjectArchived it ->
                projects.computeIfPresent(
                        it.projectId(),
                        (id, was) -> project(id, was.tenantId(), was.createdBy(), was.name(), LifeState.ARCHIVED));
        }
    }

    private static ProjectView project(String id, String tenantId, String by, String name, LifeState state) {
        return new ProjectView(id, tenantId, by, ANY_TIME, ANY_TIME, 0, name, state);
    }

    private void range(RangeEvent event) {
        switch (event) {
            case RangeEvent.RangeCreated it ->
                ranges.put(
                        it.rangeId(),
                        new RangeView(
                                it.rangeId(),
                                it.tenantId(),
                                it.createdBy(),
                                ANY_TIME,
                                ANY_TIME,
                                0,
                                it.poolId(),
                                it.cidr(),
                                it.first(),
                                it.last(),
                                0,
                                0,
                                null));
            case RangeEvent.RangeDeleted it -> ranges.remove(it.rangeId());
            case RangeEvent.AddressLeased it -> {}
            case RangeEvent.AddressReleased it -> {}
        }
    }

    @Override
    public Optional<PoolView> pool(String poolId) {
        return Optional.ofNullable(pools.get(poolId));
    }

    @Override
    public Optional<FlavorView> flavor(String poolId, String name) {
        return flavors.values().stream()
                .filter(it -> it.poolId().equals(poolId) && it.name().equals(name))
                .findFirst();
    }

    @Override
    public Optional<ImageView> own(String tenantId, String imageId) {
        return images.values().stream()
                .filter(it -> it.tenantId().equals(tenantId) && it.imageId().equals(imageId))
                .findFirst();
    }

    @Override
    public Optional<ImageView> visible(String tenantId, String imageId) {
        List<ImageView> active = new ArrayList<>(images.values());
        active.removeIf(it -> it.state() != LifeState.ACTIVE || !it.imageId().equals(imageId));
        return active.stream()
                .filter(it -> it.tenantId().equals(tenantId))
                .findFirst()
                .or(() -> active.stream()
                        .filter(it -> it.visibility() == Visibility.PUBLIC)
                        .findFirst());
    }

    @Override
    public Optional<SignerView> trustedSigner(String tenantId, String signerId) {
        return Optional.ofNullable(signers.get(signerId))
                .filter(it ->
                        it.scope() == SignerScope.PLATFORM || it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<ProjectView> project(String projectId) {
        return Optional.ofNullable(projects.get(projectId));
    }

    @Override
    public List<RangeView> ranges(String poolId) {
        return ranges.values().stream()
                .filter(it -> it.poolId().equals(poolId))
                .sorted(java.util.Comparator.comparing(RangeView::id))
                .toList();
    }

    @Override
    public boolean exists(String tenantId) {
        return suspendedByTenant.containsKey(tenantId);
    }

    @Override
    public boolean suspended(String tenantId) {
        return suspendedByTenant.getOrDefault(tenantId, false);
    }
}
