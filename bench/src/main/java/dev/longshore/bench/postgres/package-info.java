/** The PostgreSQL provider against the other ways to load, all in one JVM, taking turns. */
@NullMarked
package dev.longshore.bench.postgres;

import org.jspecify.annotations.NullMarked;
