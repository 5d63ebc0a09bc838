/** The declarations of all methods, group by group. */
@NullMarked
package dev.berth.infra.http.methods;

import org.jspecify.annotations.NullMarked;
