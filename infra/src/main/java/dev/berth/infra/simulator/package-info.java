/**
 * A stateful stand-in of the DigitalOcean API, with the door through which a test makes it misbehave.
 *
 * <p>One class per family of resources answers its paths ({@code Droplets}, {@code Volumes}, {@code Shares}, …) under
 * the one lock of {@code Account}, which also lets time pass and makes every change durable. Of the control plane it
 * knows nothing: it is reached over HTTP alone.
 */
@NullMarked
package dev.berth.infra.simulator;

import org.jspecify.annotations.NullMarked;
