/** Mutating calls that were refused, kept per tenant and day. */
@NullMarked
package dev.berth.api.refusal;

import org.jspecify.annotations.NullMarked;
