/**
 * Benchmarks: Longshore against the plain ways of JDBC, and against programs that show where the ceiling is. Run by
 * {@code mvn -Pbench}; {@link dev.longshore.bench.Benchmarks} says what it writes.
 */
@NullMarked
package dev.longshore.bench;

import org.jspecify.annotations.NullMarked;
