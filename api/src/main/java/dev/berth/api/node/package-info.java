/** Hosts of a pool. */
@NullMarked
package dev.berth.api.node;

import org.jspecify.annotations.NullMarked;
