package dev.longshore;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the column for the annotated record component, field or getter. */
@Documented
@Target({ElementType.FIELD, ElementType.METHOD, ElementType.RECORD_COMPONENT})
@Retention(RetentionPolicy.RUNTIME)
public @interface BulkColumn {
    /**
     * The column's name: matched exactly, then by the database's case rule.
     *
     * @return the name
     */
    String value();
}
