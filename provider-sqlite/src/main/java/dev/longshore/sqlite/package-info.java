/**
 * Bulk loading into SQLite. {@link dev.longshore.sqlite.SqliteProvider} is what users see. {@code SchemaReader} describes the
 * table, {@code ColumnRule} decides which Java value a column takes and in which form, {@code SqliteColumnSink} brings each
 * value into that form, and {@code SqliteSession} collects the rows of a statement and runs it. {@code ConnectionMemory} keeps
 * between loads what a short load could not afford to make anew.
 */
@NullMarked
package dev.longshore.sqlite;

import org.jspecify.annotations.NullMarked;
