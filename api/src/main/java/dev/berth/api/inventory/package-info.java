/** What hosts report of their hardware and software: an append-only history of snapshots. */
@NullMarked
package dev.berth.api.inventory;

import org.jspecify.annotations.NullMarked;
