/** Sends events to the addresses of subscriptions. */
@NullMarked
package dev.berth.infra.subscription;

import org.jspecify.annotations.NullMarked;
