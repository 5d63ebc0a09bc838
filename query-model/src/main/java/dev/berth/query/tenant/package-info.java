/** Tenants: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.tenant;

import org.jspecify.annotations.NullMarked;
