/** Address ranges that hosted instances lease from. */
@NullMarked
package dev.berth.api.address;

import org.jspecify.annotations.NullMarked;
