/** Programs to begin with. {@link dev.longshore.examples.Quickstart} is the first. */
@NullMarked
package dev.longshore.examples;

import org.jspecify.annotations.NullMarked;
