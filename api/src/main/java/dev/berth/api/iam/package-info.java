/** Who may do what: callers, decisions, tokens, policies and confirmations. */
@NullMarked
package dev.berth.api.iam;

import org.jspecify.annotations.NullMarked;
