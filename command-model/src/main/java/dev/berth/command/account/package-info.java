/** Provider accounts, and what is known of providers before they are asked. */
@NullMarked
package dev.berth.command.account;

import org.jspecify.annotations.NullMarked;
