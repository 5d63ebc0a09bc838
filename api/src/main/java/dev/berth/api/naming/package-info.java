/** Uniqueness of names among the live resources of one kind in one tenant. */
@NullMarked
package dev.berth.api.naming;

import org.jspecify.annotations.NullMarked;
