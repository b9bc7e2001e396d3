/**
 * The encoders of the provider for MySQL, for the benchmarks. They are package-private, and stay so: what is measured is the provider
 * as it is published, not one that was opened to be measured. The benchmarks are on the class path and not published, so that a
 * package may be in two places.
 */
@NullMarked
package dev.longshore.mysql;

import org.jspecify.annotations.NullMarked;
