package dev.berth.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of an input field that the caller leaves out, as JSON: {@code "50"}, {@code "\"running\""}, {@code "[]"}.
 * Requests under one idempotency key are compared with these defaults filled in.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Default {
    /** The default as a JSON value. */
    String value();
}
