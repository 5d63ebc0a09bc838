/**
 * Hosts: the drivers behind the port, and the simulated host, a daemon with state of its own that answers over HTTP.
 */
@NullMarked
package dev.berth.infra.host;

import org.jspecify.annotations.NullMarked;
