/** Quotas: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.quota;

import org.jspecify.annotations.NullMarked;
