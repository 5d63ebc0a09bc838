/** Subscriptions: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.subscription;

import org.jspecify.annotations.NullMarked;
