/** The feed as it comes: who follows it, from memory where that is near its end, and the streams of those who watch. */
@NullMarked
package dev.berth.infra.feed;

import org.jspecify.annotations.NullMarked;
