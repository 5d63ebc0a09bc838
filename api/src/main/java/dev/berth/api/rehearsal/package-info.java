/** What a call would have done. */
@NullMarked
package dev.berth.api.rehearsal;

import org.jspecify.annotations.NullMarked;
