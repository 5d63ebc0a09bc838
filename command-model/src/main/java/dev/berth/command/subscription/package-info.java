/** Subscriptions. */
@NullMarked
package dev.berth.command.subscription;

import org.jspecify.annotations.NullMarked;
