/** The history: read, rebuilt at any moment, exported, chained and proven. */
@NullMarked
package dev.berth.infra.audit;

import org.jspecify.annotations.NullMarked;
