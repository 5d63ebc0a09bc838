/** Who may do what, answered by Cedar. */
@NullMarked
package dev.berth.infra.iam;

import org.jspecify.annotations.NullMarked;
