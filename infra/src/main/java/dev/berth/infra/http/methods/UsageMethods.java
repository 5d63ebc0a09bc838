package dev.berth.infra.http.methods;

import static dev.berth.infra.http.ApiMethod.list;

import dev.berth.api.Problem;
import dev.berth.api.usage.QueryUsage;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.History;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import java.util.List;

/** The group {@code usage}. */
final class UsageMethods {
    private final Reads reads;
    private final History history;

    UsageMethods(Reads reads, History history) {
        this.reads = reads;
        this.history = history;
    }

    List<ApiMethod<?>> usage() {
        return List.of(list("usage.query", QueryUsage.class, HistoryExamples.USAGE)
                .decides("compute:usage:read", "compute-tenant")
                .summary(
                        "What the tenant used between two moments, by meter and by pool, project or resource: hours of "
                                + "instances, GiB-hours of volumes, shares and snapshots. What lasts counts up to now.")
                .example(Input.of("from", "2026-02-01T00:00:00Z", "to", "2026-03-01T00:00:00Z"))
                .handledBy(this::query));
    }

    private Reply query(Call call, QueryUsage in) {
        return reads.onTenant(
                call,
                in.tenantId(),
                () -> in.from().isBefore(in.to())
                        ? Reads.page(history.usage().query(in, call.now()))
                        : Reply.refused(Problem.invalid("to", "must be after from")));
    }
}
