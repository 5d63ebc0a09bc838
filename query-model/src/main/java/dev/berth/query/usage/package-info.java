/** What is metered: intervals by resource, and their sums. */
@NullMarked
package dev.berth.query.usage;

import org.jspecify.annotations.NullMarked;
