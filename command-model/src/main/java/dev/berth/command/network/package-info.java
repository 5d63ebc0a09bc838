/** Networks at a provider. */
@NullMarked
package dev.berth.command.network;

import org.jspecify.annotations.NullMarked;
