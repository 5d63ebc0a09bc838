/** Resources as they were: which stream a name stands for, and what its fold's state shows. */
@NullMarked
package dev.berth.query.history;

import org.jspecify.annotations.NullMarked;
