/** The catalogue of operating system images and the signers that vouch for them. */
@NullMarked
package dev.berth.api.image;

import org.jspecify.annotations.NullMarked;
