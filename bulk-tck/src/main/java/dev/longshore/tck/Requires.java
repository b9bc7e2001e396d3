package dev.longshore.tck;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Marks a test of something that only some databases can do. Elsewhere it is skipped with the reason. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface Requires {
    Capability[] value();
}
