package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.api.ErrorCode.UNSUPPORTED;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.projection.ListDeadLetters;
import dev.berth.api.projection.ListParkedSagas;
import dev.berth.api.projection.ListProjections;
import dev.berth.api.projection.RebuildProjection;
import dev.berth.api.projection.RetryDeadLetters;
import dev.berth.api.projection.RetryParkedSaga;
import dev.berth.api.projection.VerifyProjection;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.History;
import dev.berth.infra.http.Reply;
import dev.berth.query.Page;
import java.util.List;
import java.util.function.Supplier;

/** The groups {@code projections} and {@code sagas}: the operator's alone. */
final class OperationMethods {
    private static final String READ = "compute:projections:read";
    private static final String MANAGE = "compute:projections:manage";
    private static final String TENANT = "compute-tenant";

    private final History history;

    OperationMethods(History history) {
        this.history = history;
    }

    List<ApiMethod<?>> projections() {
        return List.of(
                list("projections.list", ListProjections.class, HistoryExamples.PROJECTION)
                        .decides(READ, TENANT)
                        .summary("The read models: how far each is, what it does, and what it could not take in. The "
                                + "operator only.")
                        .example(Input.of())
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(new Page<>(history.operations().projections(), null)))),
                mutation("projections.rebuild", RebuildProjection.class, HistoryExamples.REBUILDING)
                        .decides(MANAGE, TENANT)
                        .summary("Makes a read model anew from the events while the old one serves, and puts it in its"
                                + " place once it has caught up. Answers at once; ask projections.list how far it"
                                + " is. The operator only.")
                        .errors(NOT_FOUND, INVALID_STATE, UNSUPPORTED)
                        .example(Input.of("name", "views"))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(history.operations().rebuild(in.name())))),
                read("projections.verify", VerifyProjection.class, HistoryExamples.VERIFIED)
                        .decides(READ, TENANT)
                        .summary(
                                "Compares a read model with a replay of its events, and what is charged, allocated and "
                                        + "leased with what lives. The operator only.")
                        .errors(NOT_FOUND, UNSUPPORTED)
                        .example(Input.of("name", "views"))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(history.operations().verify(in.name())))),
                list("projections.deadLetters.list", ListDeadLetters.class, HistoryExamples.DEAD_LETTER)
                        .decides(READ, TENANT)
                        .summary("The resources whose events a read model could not take in, while the others go on."
                                + " The operator only.")
                        .example(Input.of("limit", 20))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(new Page<>(history.operations().deadLetters(in.limit()), null)))),
                mutation("projections.deadLetters.retry", RetryDeadLetters.class, HistoryExamples.RETRIED_LETTERS)
                        .decides(MANAGE, TENANT)
                        .summary("Takes in what was put aside of a resource, in order, as far as that is possible now. "
                                + "The operator only.")
                        .errors(NOT_FOUND)
                        .example(Input.of("name", "views", "resourceId", Examples.INSTANCE_ID))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(history.operations().retryLetters(in.name(), in.resourceId())))));
    }

    List<ApiMethod<?>> sagas() {
        return List.of(
                list("sagas.parked.list", ListParkedSagas.class, HistoryExamples.PARKED_SAGA)
                        .decides(READ, TENANT)
                        .summary("The resources whose saga failed, while the others go on. The operator only.")
                        .example(Input.of("limit", 20))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(new Page<>(history.operations().parkedSagas(in.limit()), null)))),
                mutation("sagas.parked.retry", RetryParkedSaga.class, HistoryExamples.RETRIED_SAGA)
                        .decides(MANAGE, TENANT)
                        .summary("Builds a parked saga again from its events, now. The operator only.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of("resourceId", Examples.INSTANCE_ID))
                        .handledBy((call, in) -> operator(
                                call,
                                in.tenantId(),
                                () -> Reply.of(history.operations().retrySaga(in.resourceId())))));
    }

    /** Lets the operator through; of others a call that would change something is recorded. */
    private Reply operator(Call call, String tenantId, Supplier<Reply> answer) {
        if (call.caller().operator()) {
            return call.dryRun()
                    ? Reply.refused(Problem.unsupported("dryRun", "This can't be tried without doing it."))
                    : answer.get();
        }
        ResourceRef tenant = ResourceRef.tenant(tenantId);
        Problem denied = call.denied(tenant);
        if (call.method().kind() == ApiMethod.Kind.MUTATION && !call.dryRun()) {
            history.refused().refused(call, tenant, denied);
        }
        return Reply.refused(denied);
    }
}
