/** Networks: which step comes next, and what their subnets are made from. */
@NullMarked
package dev.berth.sagas.network;

import org.jspecify.annotations.NullMarked;
