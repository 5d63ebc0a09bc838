/** Pools and their flavors. */
@NullMarked
package dev.berth.command.pool;

import org.jspecify.annotations.NullMarked;
