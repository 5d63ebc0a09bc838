/** What the simulators keep on disk, and who may. */
@NullMarked
package dev.berth.infra.journal;

import org.jspecify.annotations.NullMarked;
