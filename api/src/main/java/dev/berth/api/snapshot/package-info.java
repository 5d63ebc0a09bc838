/** Snapshots of volumes at a provider. */
@NullMarked
package dev.berth.api.snapshot;

import org.jspecify.annotations.NullMarked;
