/** What to do next: reconciliation, and the ports through which it acts. */
@NullMarked
package dev.berth.sagas;

import org.jspecify.annotations.NullMarked;
