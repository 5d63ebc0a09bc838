package dev.berth.sagas;

import java.util.ArrayList;
import java.util.List;

/** Keeps what a queue was told, in order. */
public final class Told implements StepQueue {
    /** One line each. */
    public final List<String> lines = new ArrayList<>();

    @Override
    public void want(Step step) {
        lines.add("want %s %s on %s by %d".formatted(step.kind(), step.operation(), step.host(), step.wanted()));
    }

    @Override
    public void recheck(String resourceId, long revision) {
        lines.add("recheck by " + revision);
    }
}
