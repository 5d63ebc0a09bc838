/** Pools of capacity and the flavors (machine shapes) that they offer. */
@NullMarked
package dev.berth.api.pool;

import org.jspecify.annotations.NullMarked;
