/** The HTTP contract's engine: the registry of methods, authentication, limits, errors and the one entry for all. */
@NullMarked
package dev.berth.infra.http;

import org.jspecify.annotations.NullMarked;
