package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Mark;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How what is this deployment's is marked: by two tags, or, for a network, by its description. Shares and their snapshots
 * can't be marked.
 */
final class Marks {

    private static final String DEPLOYMENT = "berth-deployment:";
    private static final String MARKER = "berth:";

    private final String deployment;

    /** @param deploymentId of {@code [a-z0-9]} */
    Marks(String deploymentId) {
        this.deployment = DEPLOYMENT + deploymentId;
    }

    /** The tag of everything that is this deployment's. */
    String tag() {
        return deployment;
    }

    List<String> tags(String marker) {
        return List.of(deployment, MARKER + marker);
    }

    Mark of(@Nullable List<String> tags) {
        if (tags == null || !tags.contains(deployment)) {
            return Mark.FOREIGN;
        }
        return tags.stream()
                .filter(tag -> tag.startsWith(MARKER))
                .map(tag -> Mark.of(tag.substring(MARKER.length())))
                .findFirst()
                .orElse(new Mark(Mark.Owner.THIS_DEPLOYMENT, null));
    }

    String description(String marker) {
        return String.join(" ", tags(marker));
    }

    Mark ofDescription(@Nullable String description) {
        return of(description == null ? null : List.of(description.split(" ")));
    }
}
