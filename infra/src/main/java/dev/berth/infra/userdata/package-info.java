/** Start-up data of instances, unreadable once its instance is gone. */
@NullMarked
package dev.berth.infra.userdata;

import org.jspecify.annotations.NullMarked;
