/**
 * The engine: finds the provider, holds the mapping against the table, runs the transaction rules and numbers the rows.
 * Not exported. {@link dev.longshore.internal.LoadEngine} is the way in.
 */
@NullMarked
package dev.longshore.internal;

import org.jspecify.annotations.NullMarked;
