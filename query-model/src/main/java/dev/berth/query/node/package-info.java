/** Hosts: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.node;

import org.jspecify.annotations.NullMarked;
