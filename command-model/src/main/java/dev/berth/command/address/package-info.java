/** Address ranges: who holds which address. */
@NullMarked
package dev.berth.command.address;

import org.jspecify.annotations.NullMarked;
