/** Tenants. */
@NullMarked
package dev.berth.command.tenant;

import org.jspecify.annotations.NullMarked;
