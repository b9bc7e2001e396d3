/** What loading into SQL Server costs the client, measured against the TDS endpoint, which reads and forgets. */
@NullMarked
package dev.longshore.bench.sqlserver;

import org.jspecify.annotations.NullMarked;
