/** Projects. */
@NullMarked
package dev.berth.command.project;

import org.jspecify.annotations.NullMarked;
