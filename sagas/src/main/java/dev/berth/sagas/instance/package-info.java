/** Instances: which step comes next, and what a machine is made from. */
@NullMarked
package dev.berth.sagas.instance;

import org.jspecify.annotations.NullMarked;
