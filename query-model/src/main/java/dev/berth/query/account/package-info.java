/** Provider accounts: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.account;

import org.jspecify.annotations.NullMarked;
