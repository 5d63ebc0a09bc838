/** The port to hosts: what reconciliation asks of the machine that runs the machines. */
@NullMarked
package dev.berth.sagas.node;

import org.jspecify.annotations.NullMarked;
