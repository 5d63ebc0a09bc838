/** Images and signers: their folds, their tables, their lists. */
@NullMarked
package dev.berth.query.image;

import org.jspecify.annotations.NullMarked;
