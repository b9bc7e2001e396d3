/** Loads that give back the keys that the database made, timed against the same loads without keys and against plain JDBC. */
@NullMarked
package dev.longshore.bench.keys;

import org.jspecify.annotations.NullMarked;
