package dev.longshore.mysql;

import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.spi.KeyedSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load that gives keys back on a certain way. Immutable.
 *
 * @param request what the caller asked for
 * @param path the way
 * @param computed the columns whose defaults are computed before the rows are sent
 * @param written the load as its statements make it, with those columns
 */
record KeyedLoad(LoadRequest request, KeyPath path, List<TargetColumn> computed, LoadRequest written) {
    static KeyedLoad of(LoadRequest request, KeyPath path) {
        List<TargetColumn> computed = KeyedPath.computed(request, path);
        if (path == KeyPath.INSERT_RETURNING) {
            return new KeyedLoad(request, path, computed, request);
        }
        List<TargetColumn> columns = new ArrayList<>(request.columns());
        columns.addAll(computed);
        return new KeyedLoad(request, path, computed, request.with(request.table(), columns));
    }

    private MySqlTable table() {
        return (MySqlTable) request.table();
    }

    int mostRows() throws SQLException {
        return path == KeyPath.INSERT_SINGLE ? 1 : MySqlProvider.mostRows(written, MySqlProvider.Path.INSERT_VALUES);
    }

    /** Whether keys are the server's numbers, which follow from the first one of a statement. */
    private boolean counts() {
        return path == KeyPath.INSERT_VALUES && computed.isEmpty();
    }

    private boolean looksUp() {
        return path == KeyPath.INSERT_SINGLE && KeyedPath.looksUp(request);
    }

    /** A way by which a statement is all there is to do; null if there is none. */
    @Nullable
    KeyPath shortPath() {
        if (counts()) {
            return KeyPath.INSERT_SINGLE;
        }
        return looksUp() ? null : path;
    }

    /** What a plan tells of the way. */
    String note() {
        if (path == KeyPath.INSERT_RETURNING) {
            return "each statement gives back what was stored of its rows, in their order";
        }
        if (counts()) {
            return "the keys of a statement's rows are the first, which the server tells, and from there each by"
                    + " auto_increment_increment more; a single row is a statement by insert-single";
        }
        List<String> names = computed.stream().map(TargetColumn::name).toList();
        String before = computed.isEmpty()
                ? ""
                : "the defaults of " + String.join(", ", names) + " are computed before the rows are sent";
        if (path == KeyPath.INSERT_VALUES) {
            return before;
        }
        String single = looksUp()
                ? "each row is inserted alone and read back by its key"
                : "each row is inserted alone, and the server tells its number";
        return before.isEmpty() ? single : before + "; " + single;
    }

    KeyedSession open() throws SQLException {
        PendingKeys keys = new PendingKeys();
        int most = mostRows();
        Triggers triggers = new Triggers(request.connection(), table());
        boolean runsInUtc = SessionClock.of(written, triggers).runsInUtc();
        InsertSession rows = new InsertSession(written, triggers, new Inserters(this, keys, most, runsInUtc), most);
        return new KeyedInsertSession(rows, keys, computed.isEmpty() ? null : new ComputedDefaults(request, computed));
    }

    /** Makes the inserter of the way. */
    private record Inserters(KeyedLoad load, PendingKeys keys, int most, boolean runsInUtc)
            implements InsertSession.InserterFactory {
        @Override
        public RowInserter make(EncodedRows rows) throws SQLException {
            LoadRequest request = load.request();
            if (load.path() == KeyPath.INSERT_RETURNING) {
                return new ReturningInserter(request, rows, most, runsInUtc, keys);
            }
            NumberingStatements statements = new NumberingStatements(load.written(), rows, most);
            return load.path() == KeyPath.INSERT_VALUES
                    ? new KnownKeysInserter(load, rows, statements, keys)
                    : new SingleInserter(load, rows, statements, keys);
        }

        @Override
        public long packetBytes() throws SQLException {
            return MySqlProvider.packetBytes(load.written());
        }

        @Override
        public long statementBytes() {
            return MySqlProvider.INSERT_BYTES;
        }

        @Override
        public int mostSearched() {
            return most;
        }
    }
}
