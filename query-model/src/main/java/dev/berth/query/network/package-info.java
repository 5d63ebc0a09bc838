/** Networks at providers: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.network;

import org.jspecify.annotations.NullMarked;
