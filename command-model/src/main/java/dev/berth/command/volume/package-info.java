/** Volumes and their attachments: admission, and every change of what is wanted or seen. */
@NullMarked
package dev.berth.command.volume;

import org.jspecify.annotations.NullMarked;
