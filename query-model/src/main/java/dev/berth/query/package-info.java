/** What is: projections of the events into read tables, and the queries on them. */
@NullMarked
package dev.berth.query;

import org.jspecify.annotations.NullMarked;
