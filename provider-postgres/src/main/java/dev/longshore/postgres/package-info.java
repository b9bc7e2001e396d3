/**
 * Bulk loading into PostgreSQL. {@link dev.longshore.postgres.PostgresProvider} is what users see. {@code SchemaReader}
 * describes the table, {@code PgType} says what form a column's values have on the wire, the {@code …Sink} classes, one for each
 * family of types, convert Java values, and a {@code Wire} gives the converted value its binary or its text form.
 * {@code CopySession} sends rows by COPY, {@code InsertSession} by multi-row INSERT where COPY can't go.
 */
@NullMarked
package dev.longshore.postgres;

import org.jspecify.annotations.NullMarked;
