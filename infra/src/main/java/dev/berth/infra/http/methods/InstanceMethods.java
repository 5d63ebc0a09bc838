package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CAPACITY_UNAVAILABLE;
import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_CONFIG;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.api.ErrorCode.QUOTA_EXCEEDED;
import static dev.berth.api.ErrorCode.RATE_LIMITED;
import static dev.berth.api.ErrorCode.UNSUPPORTED;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.feed.ListEvents;
import dev.berth.api.iam.Resources;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.GetInstance;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.ListInstances;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.instance.Wait;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.InstanceWaits;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import dev.berth.query.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The groups {@code instances} and {@code events}. */
final class InstanceMethods {
    private static final String READ = "compute:instances:read";
    private static final String UPDATE = "compute:instances:update";
    private static final String INSTANCE = "compute-instance";
    private static final String THIS = Input.of("instanceId", Examples.INSTANCE_ID);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;
    private final InstanceWaits waits;

    InstanceMethods(Mutations mutations, Reads reads, ReadModels models, InstanceWaits waits) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
        this.waits = waits;
    }

    List<ApiMethod<?>> instances() {
        return List.of(
                mutation("instances.create", CreateInstance.class, Examples.INSTANCE)
                        .decides("compute:instances:create", INSTANCE)
                        .summary("Admits a machine from a pool, a flavor and an image, after one decision on the "
                                + "draft; wait holds the answer back until it is what was asked for.")
                        .errors(
                                NOT_FOUND,
                                CONFLICT,
                                QUOTA_EXCEEDED,
                                CAPACITY_UNAVAILABLE,
                                INVALID_STATE,
                                INVALID_CONFIG,
                                UNSUPPORTED)
                        .example(Input.of(
                                "poolId",
                                Examples.POOL_ID,
                                "flavor",
                                "small",
                                "imageId",
                                "debian-13",
                                "sshKeys",
                                Examples.INSTANCE.sshKeys(),
                                "idempotencyKey",
                                "web-1",
                                "wait",
                                Map.of("timeoutMs", 5000)))
                        .handledBy(this::create),
                list("instances.list", ListInstances.class, Examples.INSTANCE)
                        .decides(READ, "compute-tenant")
                        .summary("A page of instances, newest first: the caller's own, or all that it may read.")
                        .example(Input.of("scope", "all", "state", "running", "limit", 20))
                        .handledBy((call, in) -> reads.<InstanceView>page(
                                call,
                                in.tenantId(),
                                seen -> models.instances(
                                        in,
                                        in.scope() == ListInstances.Scope.MINE
                                                ? call.caller().principal()
                                                : reads.onlyOwner(call, in.tenantId()),
                                        seen),
                                Resources::instance)),
                read("instances.get", GetInstance.class, Examples.INSTANCE)
                        .decides(READ, INSTANCE)
                        .summary("One instance, deleted ones included.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "instance",
                                "compute-instance/" + in.instanceId(),
                                () -> models.instance(in.tenantId(), in.instanceId()),
                                Resources::instance)),
                mutation("instances.start", StartInstance.class, Examples.INSTANCE)
                        .decides(UPDATE, INSTANCE)
                        .summary("Wants the instance running; tries again what had failed.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.instance(in.tenantId(), id))),
                mutation("instances.stop", StopInstance.class, Examples.INSTANCE)
                        .decides(UPDATE, INSTANCE)
                        .summary("Wants the instance stopped.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.instance(in.tenantId(), id))),
                mutation("instances.resize", ResizeInstance.class, Examples.INSTANCE)
                        .decides(UPDATE, INSTANCE)
                        .summary("Moves a stopped hosted instance to another flavor of its pool, on the same host.")
                        .errors(NOT_FOUND, INVALID_STATE, QUOTA_EXCEEDED, CAPACITY_UNAVAILABLE, UNSUPPORTED)
                        .example(Input.of("instanceId", Examples.INSTANCE_ID, "flavor", "large"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.instance(in.tenantId(), id))),
                mutation("instances.delete", DeleteInstance.class, Examples.INSTANCE)
                        .decides("compute:instances:delete", INSTANCE)
                        .summary("Wants the instance gone; what it holds is released once it is.")
                        .errors(NOT_FOUND)
                        .example(THIS)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.instance(in.tenantId(), id))));
    }

    private Reply create(Call call, CreateInstance in) {
        Wait wait = in.waitFor();
        if (wait == null || wait.timeoutMs() == 0 || call.dryRun()) {
            return made(call, in);
        }
        // The place is taken before anything is decided: a call that can't wait must not have created anything.
        Optional<InstanceWaits.Place> place = waits.enter(in.tenantId());
        if (place.isEmpty()) {
            return Reply.refused(new Problem(
                    RATE_LIMITED, "Too many calls of this tenant wait already; ask without wait.", Map.of()));
        }
        try (InstanceWaits.Place taken = place.get()) {
            Reply admitted = made(call, in);
            return admitted.outcome() instanceof Outcome.Done<?>(InstanceView view)
                    ? new Reply(
                            Outcome.done(taken.await(
                                    view,
                                    Duration.ofMillis(wait.timeoutMs()),
                                    () -> models.instance(in.tenantId(), view.id()))),
                            admitted.behind())
                    : admitted;
        }
    }

    private Reply made(Call call, CreateInstance in) {
        return mutations.make(call, in, models::instance, id -> models.instance(in.tenantId(), id));
    }

    List<ApiMethod<?>> events() {
        return List.of(list("events.list", ListEvents.class, Examples.EVENT)
                .decides("compute:events:read", "compute-tenant")
                .summary("The tenant's published events as CloudEvents, oldest first, after a position (0 is the "
                        + "beginning).")
                .example(Input.of("types", List.of("instance.scheduled"), "after", 41, "limit", 100))
                .handledBy((call, in) ->
                        reads.onTenant(call, in.tenantId(), () -> Reply.of(new Page<>(models.events(in), null)))));
    }
}
