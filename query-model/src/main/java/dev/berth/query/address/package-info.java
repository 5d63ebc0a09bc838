/** Address ranges: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.address;

import org.jspecify.annotations.NullMarked;
