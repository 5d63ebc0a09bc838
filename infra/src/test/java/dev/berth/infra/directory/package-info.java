@NullMarked
package dev.berth.infra.directory;

import org.jspecify.annotations.NullMarked;
