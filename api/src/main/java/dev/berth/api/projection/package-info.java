/** The read models as an operator sees them: how far they are, what they could not take in, and whether they are right. */
@NullMarked
package dev.berth.api.projection;

import org.jspecify.annotations.NullMarked;
