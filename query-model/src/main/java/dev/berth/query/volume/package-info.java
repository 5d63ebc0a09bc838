/** Volumes at providers: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.volume;

import org.jspecify.annotations.NullMarked;
