package dev.longshore.internal;

import dev.longshore.spi.TargetColumn;

/**
 * A column of a mapping together with the column of the table that it goes to.
 *
 * @param source where the value comes from
 * @param target where it goes
 */
record BoundColumn(MappedColumn<?> source, TargetColumn target) {}
