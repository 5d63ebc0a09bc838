/** Instances: admission and every change of what is wanted or seen. */
@NullMarked
package dev.berth.command.instance;

import org.jspecify.annotations.NullMarked;
