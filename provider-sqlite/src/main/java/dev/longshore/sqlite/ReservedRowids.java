package dev.longshore.sqlite;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The rowids that SQLite would give, known before: as long as this connection holds the write lock nobody else can take them.
 * Confined to the loading thread.
 *
 * @see <a href="https://www.sqlite.org/autoinc.html">SQLite Autoincrement</a>
 */
final class ReservedRowids {
    private final Statements statements;
    private final SqliteTable table;
    private final String lock;
    private final String highest;
    private final @Nullable String sequence;
    private long last;

    ReservedRowids(LoadRequest request, Statements statements) {
        this.statements = statements;
        this.table = (SqliteTable) request.table();
        TargetColumn key = request.returned().get(0);
        String name = SqliteDialect.INSTANCE.quote(key.name());
        this.lock = "DELETE FROM " + table.sqlName() + " WHERE 0";
        this.highest = "SELECT max(" + name + ") FROM " + table.sqlName();
        String sequences = table.traits().sequenceTable();
        this.sequence = sequences == null ? null : "SELECT seq FROM " + sequences + " WHERE name = ?";
    }

    private String tableName() {
        return table.name().parts().get(table.name().parts().size() - 1);
    }

    /** Says why the keys can't be known before; null if they can. */
    static @Nullable String refusal(LoadRequest request) {
        SqliteTable table = (SqliteTable) request.table();
        if (request.returned().size() > 1) {
            return "several columns come back";
        }
        TargetColumn column = request.returned().get(0);
        if (!column.name().equals(table.rowidAlias())) {
            return "column " + column.name() + " is not the rowid";
        }
        String cause = table.skipCause() == null ? table.partialCause() : table.skipCause();
        return cause == null ? null : "what is stored may differ from what is sent, because of " + cause;
    }

    /** Takes the write lock, and learns which number was given last. */
    void reserve() throws SQLException {
        statements.run(lock);
        last = statements.query(highest, rows -> rows.next() ? rows.getLong(1) : 0);
        if (sequence != null) {
            last = Math.max(last, statements.query(sequence, rows -> rows.next() ? rows.getLong(1) : 0, tableName()));
        }
    }

    /** Whether there are numbers left for so many rows. */
    boolean suffice(int rows) {
        return last <= Long.MAX_VALUE - rows;
    }

    /** The number that was given last. */
    long last() {
        return last;
    }

    /** Gives the next numbers to so many rows. Returns the first of them. */
    long take(int rows) throws SQLException {
        if (!suffice(rows)) {
            throw BulkLoadException.in(
                            LoadPhase.MAPPING,
                            "a row before it brought the highest number there is, so that none is left")
                    .build();
        }
        long first = last + 1;
        last += rows;
        return first;
    }

    /** Learns of a number that a row brings. */
    void given(long key) {
        last = Math.max(last, key);
    }
}
