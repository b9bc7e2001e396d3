/** Tests of the SQLite provider on real databases, in memory and in files. */
@NullMarked
package dev.longshore.sqlite;

import org.jspecify.annotations.NullMarked;
