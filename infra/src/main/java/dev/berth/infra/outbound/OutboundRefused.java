package dev.berth.infra.outbound;

import java.io.IOException;

/** An address that may not be called. Nothing was sent. */
public final class OutboundRefused extends IOException {

    OutboundRefused(String message) {
        super(message);
    }
}
