/** The encoders of the provider for PostgreSQL, which only its own package can see, for the benchmarks. */
@NullMarked
package dev.longshore.postgres;

import org.jspecify.annotations.NullMarked;
