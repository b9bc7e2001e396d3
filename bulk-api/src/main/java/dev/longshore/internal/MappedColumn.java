package dev.longshore.internal;

import dev.longshore.spi.Identifier;

/**
 * A column of a mapping, not yet held against a table.
 *
 * @param name the name by which the column is sought
 * @param javaType the declared type of its values; Object where only each value tells
 * @param reader reads the value out of a row
 */
public record MappedColumn<T>(Identifier name, Class<?> javaType, ColumnReader<T> reader) {}
