/** Projects: their fold, their table, their lists. */
@NullMarked
package dev.berth.query.project;

import org.jspecify.annotations.NullMarked;
