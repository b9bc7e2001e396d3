package dev.longshore.spi;

import java.sql.SQLException;

/**
 * Takes the values of one column: the encoder, chosen once per load by the column's real type. The provider implements it,
 * best by {@link dev.longshore.spi.support.TypedValueSink}; it grows by default methods only. Confined to the loading
 * thread.
 *
 * <p>A value that can't be stored is refused by a {@link dev.longshore.BulkLoadException} in phase MAPPING that gives the
 * reason; the engine adds row, column and table.
 */
public interface ValueSink {
    /**
     * Takes NULL. In a numbered column it means that the database numbers this row, unless
     * {@link LoadRequest#keepIdentity()} holds, when the engine lets none through.
     *
     * @throws SQLException if the value is refused
     */
    void nullValue() throws SQLException;

    /**
     * Takes a truth value.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    void bool(boolean value) throws SQLException;

    /**
     * Takes a whole number; byte, short, int and long all come here.
     *
     * @param value the value
     * @throws SQLException if the value is refused, for example as out of the column's range
     */
    void int64(long value) throws SQLException;

    /**
     * Takes a single-precision number. By default its decimal digits are taken for what was meant: 0.1f is 0.1 in a decimal
     * or text column, and is widened exactly in a double-precision one.
     *
     * @param value the value
     * @throws SQLException if the value is refused
     */
    void float32(float value) throws SQLException;

    /**
     * Takes a double-precision number.
     *
     * @param value the value
     * @throws SQLException if the value is refused, for example as not a number
     */
    void float64(double value) throws SQLException;

    /**
     * Takes text.
     *
     * @param value the value, never null
     * @throws SQLException if the value is refused
     */
    void text(String value) throws SQLException;

    /**
     * Takes any other value by its own class; also boxes and strings whose column is not typed. The sink keeps neither the
     * object nor its arrays after {@link RowSink#endRow()} unless it copied them.
     *
     * @param value the value, never null
     * @throws SQLException if the value is refused, also because its class is not known
     */
    void object(Object value) throws SQLException;
}
