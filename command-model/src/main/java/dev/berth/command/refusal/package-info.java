/** The log of refused calls. */
@NullMarked
package dev.berth.command.refusal;

import org.jspecify.annotations.NullMarked;
