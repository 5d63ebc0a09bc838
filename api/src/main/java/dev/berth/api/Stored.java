package dev.berth.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The stable name and revision under which a type is stored. Java classes may be renamed and moved; this name may not
 * change, since events are kept for ever.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Stored {
    /** Name in the store, such as {@code instance.created}. */
    String name();

    /** Revision of the shape, counted from {@code "1"}. */
    String revision() default "1";
}
