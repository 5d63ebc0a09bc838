/** Snapshots: which step comes next, and what a snapshot is made from. */
@NullMarked
package dev.berth.sagas.snapshot;

import org.jspecify.annotations.NullMarked;
