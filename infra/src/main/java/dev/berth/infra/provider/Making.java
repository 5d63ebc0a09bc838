package dev.berth.infra.provider;

import dev.berth.sagas.provider.ProviderRef;
import java.time.Duration;

/** How far making a thing is. */
public sealed interface Making<T> {

    /** It has been made, or was found and adopted; it may still be in the phase of making. */
    record Made<T>(T thing) implements Making<T> {}

    /** Not yet; to be driven again after the pause. */
    record Waiting<T>(String words, Duration retryAfter) implements Making<T> {}

    /** Refused for good, as things stand; nothing was made. */
    record Refused<T>(String reason, String words) implements Making<T> {}

    /** It was made, and is not there any more. It is not made again unless it is {@linkplain CreateProtocol#forget forgotten}. */
    record Lost<T>(ProviderRef ref) implements Making<T> {}
}
