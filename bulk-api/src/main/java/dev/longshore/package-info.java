/**
 * What users of Longshore import. Begin with {@link dev.longshore.BulkInserter}: it names a connection, a table and a few
 * settings, and its verbs move rows. {@link dev.longshore.RowMapping} says how a row's values reach columns where records,
 * beans, arrays and maps are not enough; {@link dev.longshore.LoadPlan} and {@link dev.longshore.LoadResult} say what will
 * be done and what was; {@link dev.longshore.BulkLoadException} says what went wrong, where, and what is left.
 */
@NullMarked
package dev.longshore;

import org.jspecify.annotations.NullMarked;
