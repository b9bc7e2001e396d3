package dev.longshore.tests.faults;

import dev.longshore.tds.TdsColumn;
import dev.longshore.tds.TdsEndpoint;
import dev.longshore.tds.TdsError;
import dev.longshore.tds.TdsTable;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** SQL Server's driver over an endpoint for each load. */
final class SqlServerEndpoint extends FaultyDatabase {
    static final String NAME = "SQL Server (endpoint)";

    private static final int FULL = 1105;
    private static final int CHECK = 547;

    private final Map<String, TdsEndpoint> endpoints = new ConcurrentHashMap<>();
    private final Map<String, AtomicLong> spaces = new ConcurrentHashMap<>();

    @Override
    String name() {
        return NAME;
    }

    @Override
    Map<FaultKind, String> leftOut() {
        return Map.of(
                FaultKind.LOCKED, "the endpoint has no locks",
                FaultKind.RESTARTED, "the endpoint keeps nothing that it could start with again");
    }

    private TdsEndpoint endpoint(String table) {
        return Objects.requireNonNull(endpoints.get(table), table);
    }

    @Override
    String url(String table, int port) {
        return endpoint(table).url().replaceFirst("127\\.0\\.0\\.1:\\d+", "127.0.0.1:" + port);
    }

    @Override
    int port(String table) {
        return Integer.parseInt(endpoint(table).url().replaceFirst("^.*127\\.0\\.0\\.1:(\\d+);.*$", "$1"));
    }

    @Override
    void create(Fault fault) throws IOException {
        AtomicLong space =
                new AtomicLong(fault.kind() == FaultKind.DISK_FULL ? fault.place(fault.rows()) : Long.MAX_VALUE);
        spaces.put(fault.table(), space);
        TdsEndpoint endpoint = TdsEndpoint.start()
                .add(TdsTable.of(
                                fault.table(),
                                TdsColumn.of("id", "bigint").notNull(),
                                TdsColumn.of("b", "nvarchar(2000)").notNull())
                        .check(row -> judge(row, space)))
                .add(TdsTable.of(
                        LoadKind.LEDGER,
                        TdsColumn.of("load_id", "nvarchar(200)").notNull(),
                        TdsColumn.of("rows_done", "bigint").notNull(),
                        TdsColumn.of("attempts", "bigint").notNull()));
        endpoints.put(fault.table(), endpoint);
    }

    private static @Nullable TdsError judge(List<@Nullable Object> row, AtomicLong space) {
        if (row.contains(LoadKind.BAD)) {
            return TdsError.of(
                    CHECK, "The INSERT statement conflicted with the CHECK constraint \"c\". The conflict occurred.");
        }
        if (space.decrementAndGet() < 0) {
            return TdsError.of(
                    FULL, "Could not allocate space for object 't' in database 'wire' because the filegroup is full.");
        }
        return null;
    }

    @Override
    void drop(String table) throws IOException {
        endpoints.remove(table).close();
    }

    @Override
    List<Long> stored(String table) {
        return endpoint(table).rows(table).stream()
                .map(row -> (Long) row.get(0))
                .sorted()
                .toList();
    }

    @Override
    long ledgerRows(String table) {
        Long rows = endpoint(table).ledgerRows(table);
        return rows == null ? 0 : rows;
    }

    @Override
    void kill(String table, Set<Long> sessions) throws IOException {
        endpoint(table).killAll();
    }

    @Override
    int alive(String table, Set<Long> sessions) {
        return endpoint(table).connections();
    }

    /** The table has the space that it was created with, and then enough. */
    @Override
    Closeable fillDisk(Fault fault) {
        return () -> Objects.requireNonNull(spaces.get(fault.table())).set(Long.MAX_VALUE);
    }

    @Override
    void close() throws IOException {
        for (TdsEndpoint endpoint : endpoints.values()) {
            endpoint.close();
        }
    }
}
