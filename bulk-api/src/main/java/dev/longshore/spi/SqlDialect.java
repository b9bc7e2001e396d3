package dev.longshore.spi;

import java.util.List;

/**
 * A database's rules for names. The provider implements it; it grows by default methods only. Thread-safe.
 * {@link dev.longshore.spi.support.NameParser} does the parsing and quoting for the usual kinds of quotes.
 */
public interface SqlDialect {
    /**
     * Splits a table name as a user writes it, at the dots outside quotes. A part in the database's quotes is
     * {@link Identifier.Match#EXACT}, another one {@link Identifier.Match#CASE_RULE}.
     *
     * @param name for example {@code sales.orders} or {@code "Sales"."Order.Lines"}
     * @return one to three parts
     * @throws IllegalArgumentException with a clear message if a quote is not closed, a part is empty, or there are too many
     */
    List<Identifier> parse(String name);

    /**
     * Quotes a name so that the database takes it literally, whatever characters it has.
     *
     * @param identifier the name as stored
     * @return the name as it is written in SQL
     */
    String quote(String identifier);

    /**
     * Says whether the database takes two unquoted column or table names for the same.
     *
     * @param asked the name asked for
     * @param stored the name that exists
     * @return true if the first, written without quotes, would reach the second
     */
    boolean sameName(String asked, String stored);
}
