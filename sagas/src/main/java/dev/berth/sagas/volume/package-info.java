/** Volumes and their attachments: which step comes next, and what a volume is made from. */
@NullMarked
package dev.berth.sagas.volume;

import org.jspecify.annotations.NullMarked;
