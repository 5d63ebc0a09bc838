/** Axon on PostgreSQL: events, snapshots, tokens, sagas, dead letters; how commands are carried out and retried. */
@NullMarked
package dev.berth.infra.store;

import org.jspecify.annotations.NullMarked;
