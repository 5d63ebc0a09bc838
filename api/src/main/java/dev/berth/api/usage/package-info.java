/** How much of what was used for how long. */
@NullMarked
package dev.berth.api.usage;

import org.jspecify.annotations.NullMarked;
