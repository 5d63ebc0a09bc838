/** Provider accounts: whose machines, volumes and networks are made with which credential. */
@NullMarked
package dev.berth.api.account;

import org.jspecify.annotations.NullMarked;
