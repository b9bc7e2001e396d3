/** The examples, run; and the listings of the README and the docs, held against code that compiles and runs. */
@NullMarked
package dev.longshore.examples;

import org.jspecify.annotations.NullMarked;
