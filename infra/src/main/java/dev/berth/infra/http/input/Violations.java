package dev.berth.infra.http.input;

import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with an input. Keeps the first {@value #MOST}, so that an answer stays smaller than a flood. */
final class Violations {
    static final int MOST = 1000;

    private final List<Violation> found = new ArrayList<>(0);

    /** Something is wrong there. */
    void add(Path path, String message) {
        if (found.size() < MOST) {
            found.add(new Violation(path.toString(), message));
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    int size() {
        return found.size();
    }

    Problem problem() {
        return Problem.invalid(found);
    }
}
