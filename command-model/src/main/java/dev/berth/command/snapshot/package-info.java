/** Snapshots of volumes: taking, deleting and restoring them. */
@NullMarked
package dev.berth.command.snapshot;

import org.jspecify.annotations.NullMarked;
