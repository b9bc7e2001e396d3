/** The encoders of the provider for SQL Server, which only its own package can see, for the benchmarks. */
@NullMarked
package dev.longshore.sqlserver;

import org.jspecify.annotations.NullMarked;
