package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.lines;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.audit.ExportHistory;
import dev.berth.api.audit.ReadAt;
import dev.berth.api.audit.ReadHistory;
import dev.berth.api.audit.VerifyHistory;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.AuditReads;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.History;
import dev.berth.infra.http.JsonLines;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import dev.berth.query.Page;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The group {@code audit}. */
final class AuditMethods {
    private static final String READ = "compute:events:read";
    private static final String TENANT = "compute-tenant";

    private final Reads reads;
    private final History history;

    AuditMethods(Reads reads, History history) {
        this.reads = reads;
        this.history = history;
    }

    List<ApiMethod<?>> audit() {
        return List.of(
                list("audit.history", ReadHistory.class, HistoryExamples.HISTORY_ITEM)
                        .decides(READ, "compute-instance")
                        .summary("Every event of a resource, oldest first, with who caused it, by which request, and"
                                + " the decision with the policies that made it; and every call about it that was"
                                + " refused.")
                        .errors(NOT_FOUND)
                        .example(Input.of("resourceId", Examples.INSTANCE_ID))
                        .handledBy((call, in) -> ofResource(
                                call,
                                in.tenantId(),
                                in.resourceId(),
                                found -> Reads.page(
                                        history.audit().history(in.tenantId(), found, in.limit(), in.cursor())))),
                read("audit.at", ReadAt.class, Examples.INSTANCE)
                        .answers(Map.class)
                        .decides(READ, "compute-instance")
                        .summary("A resource as it was at a time or at a revision, rebuilt from its events: what get "
                                + "answered then, or the list where there is no get. Of a quota its four resources.")
                        .errors(NOT_FOUND)
                        .example(Input.of("resourceId", Examples.INSTANCE_ID, "revision", 3))
                        .handledBy((call, in) -> exactlyOne(in)
                                .orElseGet(() ->
                                        ofResource(call, in.tenantId(), in.resourceId(), found -> at(in, found)))),
                lines("audit.export", ExportHistory.class, HistoryExamples.EXPORTED)
                        .decides(READ, TENANT)
                        .summary("The history of a resource, or all that was published of the tenant's and every call"
                                + " that was refused, one JSON object a line. Where more follows, the header"
                                + " X-Cursor has the cursor of the next page.")
                        .errors(NOT_FOUND)
                        .example(Input.of("limit", 500))
                        .handledBy(this::export),
                read("audit.verify", VerifyHistory.class, HistoryExamples.VERIFIED_HISTORY)
                        .decides(READ, TENANT)
                        .summary("Proves that a range of the tenant's published entries, with the stored events behind"
                                + " them, is as it was when it was chained and signed, or names the first entry"
                                + " that is not. Looks at 50,000 entries at most; ask again from the position"
                                + " after the last one.")
                        .example(Input.of("from", 1))
                        .handledBy((call, in) -> reads.onTenant(
                                call,
                                in.tenantId(),
                                () -> in.to() != null && in.to() < in.from()
                                        ? Reply.refused(Problem.invalid("to", "must not be before from"))
                                        : Reply.of(history.audit().verify(in.tenantId(), in.from(), in.to())))));
    }

    private Reply ofResource(Call call, String tenantId, String resourceId, Function<AuditReads.Found, Reply> answer) {
        reads.awaitOwnWrites(call, tenantId);
        Optional<AuditReads.Found> found = history.audit().find(tenantId, resourceId);
        if (found.isEmpty()) {
            return notFound(resourceId);
        }
        AuditReads.Found resource = found.get();
        return reads.allowed(call, tenantId, resource.resource())
                ? answer.apply(resource)
                : Reply.refused(call.denied(resource.resource()));
    }

    private static Reply notFound(String resourceId) {
        return Reply.refused(Problem.notFound("resource", resourceId));
    }

    private static Optional<Reply> exactlyOne(ReadAt in) {
        return (in.at() == null) == (in.revision() == null)
                ? Optional.of(Reply.refused(Problem.invalid("at", "give exactly one of at and revision")))
                : Optional.empty();
    }

    private Reply at(ReadAt in, AuditReads.Found found) {
        return history.audit()
                .at(found, in.at(), in.revision())
                .map(Reply::of)
                .orElseGet(() -> notFound(in.resourceId()));
    }

    private Reply export(Call call, ExportHistory in) {
        String resourceId = in.resourceId();
        return resourceId == null
                ? reads.onTenant(
                        call,
                        in.tenantId(),
                        () -> asLines(history.audit().export(in.tenantId(), null, in.limit(), in.cursor())))
                : ofResource(
                        call,
                        in.tenantId(),
                        resourceId,
                        found -> asLines(history.audit().export(in.tenantId(), found, in.limit(), in.cursor())));
    }

    private static Reply asLines(Optional<? extends Page<?>> page) {
        return Reads.page(page).outcome() instanceof Outcome.Done<?>(Page<?> done)
                ? Reply.of(new JsonLines(done.items(), done.cursor()))
                : Reads.page(page);
    }
}
