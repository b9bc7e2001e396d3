/** The encoders of the provider for MySQL, which only its own package can see, for the benchmarks. */
@NullMarked
package dev.longshore.mysql;

import org.jspecify.annotations.NullMarked;
