package dev.longshore;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the table for rows of the annotated class. {@link BulkInserter#into(String)} takes precedence. */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface BulkTable {
    /**
     * The table's name, read as {@link BulkInserter#into(String)} reads it.
     *
     * @return the name
     */
    String value();
}
