/** Quotas: limits, charges and refunds. */
@NullMarked
package dev.berth.command.quota;

import org.jspecify.annotations.NullMarked;
