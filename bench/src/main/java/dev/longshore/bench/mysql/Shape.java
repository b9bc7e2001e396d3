package dev.longshore.bench.mysql;

import dev.longshore.BulkInserter;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Rows of one kind, the table {@code bench} that they go into, and what each way of loading needs to know of them. */
interface Shape {
    int size();

    /** The columns as CREATE TABLE has them. */
    String table();

    int columns();

    /** Loads the first rows. */
    void insert(BulkInserter inserter, int count) throws SQLException;

    /** Binds a row as a careful programmer writes it. */
    void bind(PreparedStatement insert, int row) throws SQLException;

    /** Writes a row as LOAD DATA reads it, with the tabs between its values but no end. */
    void encode(StringBuilder line, int row);

    default String insert() {
        return "insert into bench values (?" + ", ?".repeat(columns() - 1) + ")";
    }
}
