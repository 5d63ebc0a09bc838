package dev.berth.infra.http;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An answer of one JSON object a line.
 *
 * @param cursor where the next lines begin, which the header {@code X-Cursor} tells; null where there are none
 */
public record JsonLines(List<?> lines, @Nullable String cursor) {
    /** Its media type. */
    public static final String MEDIA_TYPE = "application/jsonl";

    /** The header of the cursor. */
    public static final String CURSOR = "X-Cursor";
}
