package dev.longshore.tests.faults;

import java.nio.file.Path;
import java.util.List;

/** The databases of the suite. */
final class Databases {
    private Databases() {}

    /** Starts one. */
    interface Start {
        FaultyDatabase in(Path scratch) throws Exception;
    }

    /**
     * One of them.
     *
     * @param percent its share of the faults
     * @param restarts whether it is a server that is restarted
     */
    record Entry(String name, int percent, boolean restarts, Start start) {}

    static final List<Entry> ALL = List.of(
            new Entry(Postgres.NAME, 31, true, Postgres::start),
            new Entry(MariaDb.NAME, 27, true, MariaDb::start),
            new Entry(SqlServerEndpoint.NAME, 26, false, scratch -> new SqlServerEndpoint()),
            new Entry(Sqlite.NAME, 16, false, Sqlite::start));
}
