/** How events come into the read tables and the feed: in batches, exactly once, around events that can't be read. */
@NullMarked
package dev.berth.query.projection;

import org.jspecify.annotations.NullMarked;
