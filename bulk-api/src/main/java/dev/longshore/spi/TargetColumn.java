package dev.longshore.spi;

/**
 * A column of the live table.
 *
 * @param name the name as the database stores it
 * @param typeName the type as the database prints it, with length or precision; empty if it has none
 * @param kind the kind of type
 * @param nullable whether the column itself admits NULL
 * @param hasDefault whether a row that leaves the column out gets a value other than NULL
 * @param numbering whether the database numbers it
 * @param generated whether its value is always computed, so that no INSERT may bring one
 */
public record TargetColumn(
        String name,
        String typeName,
        ColumnKind kind,
        boolean nullable,
        boolean hasDefault,
        Numbering numbering,
        boolean generated) {}
