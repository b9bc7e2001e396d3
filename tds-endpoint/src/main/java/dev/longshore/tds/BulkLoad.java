package dev.longshore.tds;

import java.util.List;

/**
 * A bulk load as it came over the wire.
 *
 * @param statement the INSERT BULK
 * @param names the columns in the order in which they came
 * @param types the types that the driver declared for them
 * @param rows how many rows came
 */
public record BulkLoad(String statement, List<String> names, List<WireType> types, long rows) {}
