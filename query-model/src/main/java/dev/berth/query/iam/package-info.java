/** Tokens, policies and confirmations: their folds, their tables, their lists. */
@NullMarked
package dev.berth.query.iam;

import org.jspecify.annotations.NullMarked;
