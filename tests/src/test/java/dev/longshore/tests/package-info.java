/** Tests that need more than one module: architecture, discovery, bad input, memory, the module path. */
@NullMarked
package dev.longshore.tests;

import org.jspecify.annotations.NullMarked;
