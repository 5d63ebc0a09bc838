/** Snapshots of volumes: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.snapshot;

import org.jspecify.annotations.NullMarked;
