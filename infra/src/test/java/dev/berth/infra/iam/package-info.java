@NullMarked
package dev.berth.infra.iam;

import org.jspecify.annotations.NullMarked;
