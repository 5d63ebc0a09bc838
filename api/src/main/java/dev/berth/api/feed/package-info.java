/** The published events of a tenant, in the order of their positions. */
@NullMarked
package dev.berth.api.feed;

import org.jspecify.annotations.NullMarked;
