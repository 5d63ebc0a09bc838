package dev.berth.infra.host;

import org.jspecify.annotations.Nullable;

/**
 * Where the simulator answers when no setting says so.
 *
 * @param port on loopback; null: on any free one, once it is needed
 */
public record SimulatorDefault(@Nullable Integer port) {}
