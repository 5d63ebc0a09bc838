/** The application: everything that touches the outside, put together. */
@NullMarked
package dev.berth.infra;

import org.jspecify.annotations.NullMarked;
