/**
 * Reconciliation as it runs: the durable queue of steps, the runners that take them to the hosts, the sagas' storage, and
 * the periodic pass over the hosts.
 */
@NullMarked
package dev.berth.infra.queue;

import org.jspecify.annotations.NullMarked;
