/**
 * Bulk loading into MySQL and MariaDB. {@link dev.longshore.mysql.MySqlProvider} is what users see. {@code SchemaReader} describes
 * the table by what SHOW CREATE TABLE prints, which {@code Definition} reads. The {@code …Sink} classes, one for each family of types,
 * check and convert Java values and put them into {@code EncodedRows}, in the form of the binary protocol. {@code InsertSession} sends
 * those by a {@code RowInserter}, of which there is one for each driver and protocol.
 */
@NullMarked
package dev.longshore.mysql;

import org.jspecify.annotations.NullMarked;
