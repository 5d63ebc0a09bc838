/** Subscriptions: a tenant's published events, sent to an address of its own. */
@NullMarked
package dev.berth.api.subscription;

import org.jspecify.annotations.NullMarked;
