/** Projects: a tenant's own grouping of resources. */
@NullMarked
package dev.berth.api.project;

import org.jspecify.annotations.NullMarked;
