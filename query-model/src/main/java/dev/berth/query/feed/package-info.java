/** The feed of published events. */
@NullMarked
package dev.berth.query.feed;

import org.jspecify.annotations.NullMarked;
