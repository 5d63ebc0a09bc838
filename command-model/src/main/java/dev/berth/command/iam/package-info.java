/** Tokens, policies and confirmations. */
@NullMarked
package dev.berth.command.iam;

import org.jspecify.annotations.NullMarked;
