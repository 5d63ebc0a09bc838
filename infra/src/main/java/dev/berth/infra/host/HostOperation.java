package dev.berth.infra.host;

import java.util.Locale;
import java.util.Optional;

/** What a host can be asked, by the words that requests and faults use. */
enum HostOperation {
    PROVISION,
    START,
    STOP,
    RESIZE,
    DESTROY,
    PING,
    FIND,
    LIST;

    /** Whether it may change something on the host. */
    boolean changes() {
        return compareTo(DESTROY) <= 0;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<HostOperation> of(String word) {
        for (HostOperation operation : values()) {
            if (operation.word().equals(word)) {
                return Optional.of(operation);
            }
        }
        return Optional.empty();
    }
}
