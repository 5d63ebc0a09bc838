package dev.berth.query.image;

import static dev.berth.query.Fold.existing;

import dev.berth.api.image.SignerEvent;
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerEvent.SignerRemoved;
import dev.berth.api.image.SignerView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A signer as its events make it.
 *
 * <p>Owns: whether it is on an allowlist. Does not own: what it signed. Invariants: one that was removed never comes back.
 * On failure: throws for an event before the first one.
 */
public final class SignerFold {
    private SignerFold() {}

    /** The signer after the event. */
    public static SignerRecord fold(@Nullable SignerRecord signer, SignerEvent event, EventMeta meta) {
        return switch (event) {
            case SignerAdded added ->
                new SignerRecord(
                        new SignerView(
                                added.signerId(),
                                added.tenantId(),
                                added.createdBy(),
                                meta.time(),
                                meta.time(),
                                meta.revision(),
                                added.name(),
                                added.publicKey(),
                                added.scope()),
                        false);
            case SignerRemoved ignored -> {
                SignerView view = existing(signer, event).view();
                yield new SignerRecord(
                        new SignerView(
                                view.id(),
                                view.tenantId(),
                                view.createdBy(),
                                view.createdAt(),
                                meta.time(),
                                meta.revision(),
                                view.name(),
                                view.publicKey(),
                                view.scope()),
                        true);
            }
        };
    }
}
