/** The provider for MySQL and MariaDB against the other ways to load, all in one JVM, taking turns. */
@NullMarked
package dev.longshore.bench.mysql;

import org.jspecify.annotations.NullMarked;
