/** How much of a resource a tenant may hold in a pool at the same time. */
@NullMarked
package dev.berth.api.quota;

import org.jspecify.annotations.NullMarked;
