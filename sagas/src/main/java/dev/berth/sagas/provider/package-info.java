/** The port to providers: what reconciliation asks of a cloud account. */
@NullMarked
package dev.berth.sagas.provider;

import org.jspecify.annotations.NullMarked;
