/** Hosts: what they have and what they gave away. */
@NullMarked
package dev.berth.command.node;

import org.jspecify.annotations.NullMarked;
