/**
 * Calls to the world outside: which addresses may be called, with what secrets, over which client. Everything that calls
 * an address that a tenant gave goes through here.
 */
@NullMarked
package dev.berth.infra.outbound;

import org.jspecify.annotations.NullMarked;
