/** The application put together: each part is told which others it uses. */
@NullMarked
package dev.berth.infra.wiring;

import org.jspecify.annotations.NullMarked;
