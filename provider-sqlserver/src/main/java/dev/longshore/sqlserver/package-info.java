/**
 * Bulk loading into SQL Server. {@link dev.longshore.sqlserver.SqlServerProvider} is what users see. {@code SchemaReader}
 * describes the table, {@code MsType} says what a column holds, and the {@code …Sink} classes, one for each family of types,
 * turn Java values into what the driver takes for them. {@code BulkCopySession} hands rows to the driver's SQLServerBulkCopy,
 * {@code InsertSession} sends multi-row INSERT statements where bulk copy can't go.
 */
@NullMarked
package dev.longshore.sqlserver;

import org.jspecify.annotations.NullMarked;
