/** The tenant {@code demo} of a new server, so that a newcomer's first call makes a running instance. */
@NullMarked
package dev.berth.infra.demo;

import org.jspecify.annotations.NullMarked;
