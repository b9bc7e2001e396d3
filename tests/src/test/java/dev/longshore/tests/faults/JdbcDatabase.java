package dev.longshore.tests.faults;

import dev.longshore.tck.JdbcTest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What is the same wherever SQL is understood. */
abstract class JdbcDatabase extends FaultyDatabase {
    /** Runs a statement. */
    final void execute(String table, String... statements) throws SQLException {
        try (Connection connection = connect(table)) {
            JdbcTest.execute(connection, statements);
        }
    }

    static String create(String table) {
        return "create table " + table + " (id bigint not null, b varchar(2000) not null check (b <> '" + LoadKind.BAD
                + "'))";
    }

    static String createLedger() {
        return "create table " + LoadKind.LEDGER
                + " (load_id varchar(200) not null primary key, rows_done bigint not null, attempts bigint not null)";
    }

    private static String list(Set<Long> sessions) {
        return sessions.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
    }

    final List<Long> numbers(String table, String query) throws SQLException {
        try (Connection connection = connect(table)) {
            return JdbcTest.rows(connection, query).stream().map(Long::valueOf).toList();
        }
    }

    @Override
    void create(Fault fault) throws SQLException {
        execute(fault.table(), create(fault.table()));
    }

    /** Counts the sessions that a query for numbers still finds, by what is to follow it. */
    final int alive(String table, String query, Set<Long> sessions) throws SQLException {
        return sessions.isEmpty() ? 0 : numbers(table, query + list(sessions)).size();
    }

    @Override
    final List<Long> stored(String table) throws SQLException {
        return numbers(table, "select id from " + table + " order by id");
    }

    @Override
    final long ledgerRows(String table) throws SQLException {
        List<Long> rows =
                numbers(table, "select rows_done from " + LoadKind.LEDGER + " where load_id = '" + table + "'");
        return rows.isEmpty() ? 0 : rows.get(0);
    }

    @Override
    void drop(String table) throws SQLException {
        execute(table, "drop table " + table);
    }
}
