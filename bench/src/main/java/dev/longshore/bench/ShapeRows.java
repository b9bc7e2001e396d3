package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Rows of a shape, a list of them, for programs that take the rows one by one.
 *
 * @param <R> the type of a row
 */
public final class ShapeRows<R> {
    private final Shape<R> shape;
    private final RowMapping<R> mapping;
    private final List<R> rows;

    private ShapeRows(Shape<R> shape, int size) {
        this.shape = shape;
        this.mapping = shape.mapping();
        this.rows = shape.some(size);
    }

    /**
     * Seven columns of different types, the last of which is now and then NULL.
     *
     * @param size how many rows
     * @return the rows
     */
    public static ShapeRows<?> mixed(int size) {
        return new ShapeRows<>(MixedShape.mixed(ChronoUnit.NANOS), size);
    }

    /**
     * A key and twenty columns of four types, nine values in ten of which are NULL.
     *
     * @param size how many rows
     * @return the rows
     */
    public static ShapeRows<?> sparse(int size) {
        return new ShapeRows<>(new SparseShape(), size);
    }

    /**
     * Tells how many there are.
     *
     * @return the number of rows
     */
    public int size() {
        return rows.size();
    }

    /**
     * Tells how many columns they have.
     *
     * @return the number of columns
     */
    public int columns() {
        return shape.columns().size();
    }

    /**
     * Writes the statement that makes their table in MariaDB.
     *
     * @return CREATE TABLE
     */
    public String createMariaDbTable() {
        return Database.createTable(shape, MariaDbServer::typeOf);
    }

    /**
     * Writes the statement for one row.
     *
     * @return an INSERT with a parameter for each column
     */
    public String insert() {
        return shape.insert(1);
    }

    /**
     * Loads the first rows.
     *
     * @param inserter into the table
     * @param count how many
     * @throws SQLException if the load fails
     */
    public void insert(BulkInserter inserter, int count) throws SQLException {
        inserter.insert(mapping, rows.subList(0, count));
    }

    /**
     * Binds a row as a careful programmer writes it.
     *
     * @param insert the statement of {@link #insert()}
     * @param row the row's index
     * @throws SQLException if the driver refuses a value
     */
    public void bind(PreparedStatement insert, int row) throws SQLException {
        shape.values(new Parameters(insert, false).begin(), rows.get(row));
    }

    /**
     * Writes a row as LOAD DATA reads it, with the tabs between its values but no end.
     *
     * @param line to which it is added
     * @param row the row's index
     */
    public void encode(StringBuilder line, int row) {
        shape.line(line, rows.get(row));
    }
}
