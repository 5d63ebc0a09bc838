/** Tenants as the operator sees them. */
@NullMarked
package dev.berth.api.tenant;

import org.jspecify.annotations.NullMarked;
