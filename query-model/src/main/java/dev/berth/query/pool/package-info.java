/** Pools and flavors: their folds, their tables, their lists. */
@NullMarked
package dev.berth.query.pool;

import org.jspecify.annotations.NullMarked;
