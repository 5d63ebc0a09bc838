/** The contract: ids, commands, events, queries, views and error codes. Data only; nothing here decides or stores. */
@NullMarked
package dev.berth.api;

import org.jspecify.annotations.NullMarked;
