/** From bytes to checked input records: strict, and telling everything that is wrong at once. */
@NullMarked
package dev.berth.infra.http.input;

import org.jspecify.annotations.NullMarked;
