/** Networks at a provider: one subnet in each region. */
@NullMarked
package dev.berth.api.network;

import org.jspecify.annotations.NullMarked;
