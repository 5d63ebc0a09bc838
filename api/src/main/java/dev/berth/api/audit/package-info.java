/** What happened to a resource: who did it, when and why, what it looked like, and the proof that nobody changed that. */
@NullMarked
package dev.berth.api.audit;

import org.jspecify.annotations.NullMarked;
