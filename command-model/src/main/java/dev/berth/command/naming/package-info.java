/** Names that are unique among live resources. */
@NullMarked
package dev.berth.command.naming;

import org.jspecify.annotations.NullMarked;
