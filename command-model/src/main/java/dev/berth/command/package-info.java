/** What may happen: the aggregates, and the admission of what they are asked. */
@NullMarked
package dev.berth.command;

import org.jspecify.annotations.NullMarked;
