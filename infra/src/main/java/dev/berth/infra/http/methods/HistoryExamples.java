package dev.berth.infra.http.methods;

import dev.berth.api.audit.HistoryItem;
import dev.berth.api.audit.VerifiedHistory;
import dev.berth.api.iam.ReplayedDecision;
import dev.berth.api.inventory.InventoryView;
import dev.berth.api.projection.DeadLetterView;
import dev.berth.api.projection.ParkedSagaView;
import dev.berth.api.projection.ProjectionView;
import dev.berth.api.projection.RetriedLetters;
import dev.berth.api.projection.RetriedSaga;
import dev.berth.api.projection.VerifiedProjection;
import dev.berth.api.usage.Meter;
import dev.berth.api.usage.UsageItem;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Answers of what is made of the history, as the documentation shows them. */
final class HistoryExamples {
    private static final Instant NOW = Instant.parse("2026-03-02T09:30:12.345Z");

    static final ProjectionView PROJECTION =
            new ProjectionView("views", 182_344, 182_344, 0, ProjectionView.State.RUNNING, 0, 1, null, null);
    static final ProjectionView REBUILDING =
            new ProjectionView("views", 182_344, 182_344, 0, ProjectionView.State.REBUILDING, 0, 1, 0L, null);
    static final VerifiedProjection VERIFIED = new VerifiedProjection(
            "views", 2_214, 1, List.of(Examples.INSTANCE_ID + " is not what its events make of it at revision 4"));
    static final DeadLetterView DEAD_LETTER = new DeadLetterView(
            "views", Examples.INSTANCE_ID, 2, "InstanceRunning", "StreamGap: events are missing", NOW);
    static final RetriedLetters RETRIED_LETTERS = new RetriedLetters("views", Examples.INSTANCE_ID, true);
    static final ParkedSagaView PARKED_SAGA = new ParkedSagaView(
            Examples.INSTANCE_ID, "instance.saga", "IllegalStateException: can't be the first event", NOW, 3);
    static final RetriedSaga RETRIED_SAGA = new RetriedSaga(Examples.INSTANCE_ID);
    static final UsageItem USAGE =
            new UsageItem(Meter.INSTANCE_HOURS, Examples.POOL_ID, null, null, "671.503472", "2417412500");
    static final HistoryItem HISTORY_ITEM = new HistoryItem(
            "instance.created",
            "0193f0a2b4c67d8e9fa0b1c2d3e4f506",
            null,
            1L,
            NOW,
            Examples.ANN,
            Examples.TOKEN_ID,
            "req-7f3a",
            "req-7f3a",
            Map.of(
                    "principal",
                    Examples.ANN,
                    "roles",
                    List.of("member"),
                    "delegated",
                    false,
                    "action",
                    "compute:instances:create",
                    "resourceType",
                    "compute-instance",
                    "resourceId",
                    Examples.INSTANCE_ID,
                    "outcome",
                    "allow",
                    "policies",
                    List.of("role-member-create"),
                    "policySetVersion",
                    "5d1f0a3b9c7e2468"),
            null,
            null,
            null,
            null);
    static final HistoryItem EXPORTED = HISTORY_ITEM.with(
            Examples.INSTANCE_ID,
            42L,
            Map.of("instanceId", Examples.INSTANCE_ID, "flavor", "small"),
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08");
    static final VerifiedHistory VERIFIED_HISTORY =
            new VerifiedHistory(1, 182_344, 2_871, true, null, 182_340L, NOW, Examples.PUBLIC_KEY);
    static final InventoryView INVENTORY =
            new InventoryView(Examples.NODE_ID, Map.of("cpu", Map.of("model", "EPYC 9354", "cores", 32)), NOW, 3);
    static final ReplayedDecision REPLAYED = new ReplayedDecision(
            NOW,
            "req-7f3a",
            "bob",
            "compute:instances:create",
            "compute-instance/" + Examples.INSTANCE_ID,
            "allow",
            "allow",
            "deny",
            List.of("small-machines"),
            "Forbidden by small-machines.");

    private HistoryExamples() {}
}
