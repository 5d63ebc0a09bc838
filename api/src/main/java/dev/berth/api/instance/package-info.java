/** Virtual machines: what is asked, what happened, and what is shown. */
@NullMarked
package dev.berth.api.instance;

import org.jspecify.annotations.NullMarked;
