/** Instances: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.instance;

import org.jspecify.annotations.NullMarked;
