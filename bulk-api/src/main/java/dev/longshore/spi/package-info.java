/**
 * What the author of a database provider imports. A provider implements {@link dev.longshore.spi.BulkProvider} (finds out
 * whether a connection is its own, describes the table, chooses the path), {@link dev.longshore.spi.BulkSession} (owns the
 * inner loop), {@link dev.longshore.spi.RowSink} with a {@link dev.longshore.spi.ValueSink} for each column, and
 * {@link dev.longshore.spi.SqlDialect} (names). Everything else here is handed to it by the engine. Each interface says
 * which side implements it: those of the engine may grow, those of the provider grow by default methods only.
 */
@NullMarked
package dev.longshore.spi;

import org.jspecify.annotations.NullMarked;
