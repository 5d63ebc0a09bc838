package dev.berth.query.iam;

import static dev.berth.query.Fold.existing;

import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationApproved;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationUsed;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.query.EventMeta;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A confirmation as its events make it.
 *
 * <p>Owns: how far it is. Does not own: the call that it is for. Invariants: asked for again it is pending again, and keeps
 * its time of creation; it expires by the time at which one looks ({@link #at}), without an event. On failure: throws for
 * an event before the first one.
 */
public final class ConfirmationFold {
    private ConfirmationFold() {}

    /** The confirmation after the event. */
    public static ConfirmationView fold(@Nullable ConfirmationView view, ConfirmationEvent event, EventMeta meta) {
        return switch (event) {
            case ConfirmationRequested requested ->
                new ConfirmationView(
                        requested.confirmationId(),
                        requested.tenantId(),
                        requested.principal(),
                        view == null ? meta.time() : view.createdAt(),
                        meta.time(),
                        meta.revision(),
                        requested.principal(),
                        requested.action(),
                        requested.resource(),
                        ConfirmationState.PENDING,
                        requested.expiresAt());
            case ConfirmationApproved approved ->
                with(
                        existing(view, event),
                        meta.time(),
                        meta.revision(),
                        ConfirmationState.APPROVED,
                        approved.expiresAt());
            case ConfirmationUsed ignored -> {
                ConfirmationView used = existing(view, event);
                yield with(used, meta.time(), meta.revision(), ConfirmationState.USED, used.expiresAt());
            }
        };
    }

    /** The confirmation as it is at this time: what is neither used nor expired yet may have expired. */
    public static ConfirmationView at(ConfirmationView view, Instant now) {
        return switch (view.state()) {
            case PENDING, APPROVED ->
                now.isBefore(view.expiresAt())
                        ? view
                        : with(view, view.updatedAt(), view.revision(), ConfirmationState.EXPIRED, view.expiresAt());
            case USED, EXPIRED -> view;
        };
    }

    private static ConfirmationView with(
            ConfirmationView view, Instant updatedAt, long revision, ConfirmationState state, Instant expiresAt) {
        return new ConfirmationView(
                view.id(),
                view.tenantId(),
                view.createdBy(),
                view.createdAt(),
                updatedAt,
                revision,
                view.principal(),
                view.action(),
                view.resource(),
                state,
                expiresAt);
    }
}
