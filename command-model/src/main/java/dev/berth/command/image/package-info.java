/** Images and the signers that vouch for them. */
@NullMarked
package dev.berth.command.image;

import org.jspecify.annotations.NullMarked;
