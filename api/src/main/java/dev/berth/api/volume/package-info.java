/** Volumes at a provider, and which instances they are attached to. */
@NullMarked
package dev.berth.api.volume;

import org.jspecify.annotations.NullMarked;
