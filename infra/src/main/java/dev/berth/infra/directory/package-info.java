/** What decisions only read, held in memory and brought up to date by the events. */
@NullMarked
package dev.berth.infra.directory;

import org.jspecify.annotations.NullMarked;
