/** The read models under an operator's hands: how far they are, made anew while they serve, compared with their events. */
@NullMarked
package dev.berth.infra.readers;

import org.jspecify.annotations.NullMarked;
