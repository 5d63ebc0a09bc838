/** What is the same for every provider: how a thing is made once, and which providers there are. */
@NullMarked
package dev.berth.infra.provider;

import org.jspecify.annotations.NullMarked;
