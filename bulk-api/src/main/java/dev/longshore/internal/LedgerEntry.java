package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadLedger;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A load's row in its ledger. It is locked before the rows of a batch and moved on after them, in their transaction, so that whoever
 * has the lock sees what is stored. Confined to the loading thread.
 */
final class LedgerEntry {
    private static final List<String> COLUMNS = List.of("load_id", "rows_done", "attempts");

    private final LoadLedger ledger;
    private final String lock;
    private final String lockAt;
    private final String select;
    private final String update;
    private final String insert;

    private LedgerEntry(LoadLedger ledger, String table) {
        this.ledger = ledger;
        // a count that always changes, since some drivers don't count rows that stay as they were
        this.lock = "update " + table + " set attempts = attempts + 1 where load_id = ?";
        this.lockAt = lock + " and rows_done = ?";
        this.select = "select rows_done from " + table + " where load_id = ?";
        this.update = "update " + table + " set rows_done = ?, attempts = 0 where load_id = ?";
        this.insert = "insert into " + table + " (load_id, rows_done, attempts) values (?, 0, 0)";
    }

    /** Finds a load's entry, or makes it, in a transaction of the load's own that is committed. */
    static LedgerEntry open(LoadLedger ledger, BulkProvider provider, Connection connection) throws SQLException {
        LedgerEntry entry = new LedgerEntry(ledger, tableOf(ledger, provider, connection));
        if (!entry.lock(connection)) {
            try {
                entry.insert(connection);
            } catch (SQLException e) {
                // another load with the same id was faster
                connection.rollback();
                if (!entry.lock(connection)) {
                    throw e;
                }
            }
        }
        connection.commit();
        return entry;
    }

    private static String tableOf(LoadLedger ledger, BulkProvider provider, Connection connection) throws SQLException {
        List<Identifier> name = parse(ledger, provider);
        TargetTable table;
        try {
            table = provider.describe(connection, name);
        } catch (BulkLoadException e) {
            if (!ledger.isCreatedIfMissing()) {
                throw e.toBuilder()
                        .hint("Create the ledger's table, or let the load do it by createdIfMissing()")
                        .build();
            }
            create(name, provider, connection, e);
            table = provider.describe(connection, name);
        }
        List<String> columns = table.columns().stream()
                .map(TargetColumn::name)
                .map(column -> column.toLowerCase(Locale.ROOT))
                .toList();
        if (!columns.containsAll(COLUMNS)) {
            throw BulkLoadException.in(
                            LoadPhase.PREFLIGHT,
                            "the table " + ledger.table() + " is no ledger: it must have the columns "
                                    + String.join(", ", COLUMNS))
                    .build();
        }
        return table.sqlName();
    }

    private static List<Identifier> parse(LoadLedger ledger, BulkProvider provider) throws BulkLoadException {
        try {
            return provider.dialect().parse(ledger.table());
        } catch (IllegalArgumentException e) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, "the ledger: " + e.getMessage())
                    .cause(e)
                    .build();
        }
    }

    private static void create(
            List<Identifier> name, BulkProvider provider, Connection connection, BulkLoadException missing)
            throws SQLException {
        String quoted =
                name.stream().map(part -> provider.dialect().quote(part.text())).collect(Collectors.joining("."));
        connection.rollback();
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(
                    "create table " + quoted
                            + " (load_id varchar(200) not null primary key, rows_done bigint not null, attempts bigint not null)");
            connection.commit();
        } catch (SQLException e) {
            // another load may have created it meanwhile; if not, describing it fails again
            connection.rollback();
            missing.addSuppressed(e);
        }
    }

    /** Locks the entry until the transaction ends. Returns false if there is none. */
    private boolean lock(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lock)) {
            statement.setString(1, ledger.loadId());
            return statement.executeUpdate() == 1;
        }
    }

    private void insert(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, ledger.loadId());
            statement.executeUpdate();
        }
    }

    /** Locks the entry until the transaction ends, and reads how many rows are dealt with. */
    long lockedRows(Connection connection) throws SQLException {
        if (!lock(connection)) {
            throw gone();
        }
        try (PreparedStatement statement = connection.prepareStatement(select)) {
            statement.setString(1, ledger.loadId());
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    throw gone();
                }
                return row.getLong(1);
            }
        }
    }

    /** Locks the entry, which must stand where this load believes that it stands. */
    void lockAt(Connection connection, long rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(lockAt)) {
            statement.setString(1, ledger.loadId());
            statement.setLong(2, rows);
            if (statement.executeUpdate() == 1) {
                return;
            }
        }
        long found = lockedRows(connection);
        if (found != rows) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER, "the ledger tells of " + found + " rows, but this load has done " + rows)
                    .hint("Another load with the id " + ledger.loadId() + " is running or has run meanwhile")
                    .build();
        }
    }

    /** Writes how many rows are dealt with, in the transaction that dealt with them. */
    void moveTo(Connection connection, long rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(update)) {
            statement.setLong(1, rows);
            statement.setString(2, ledger.loadId());
            if (statement.executeUpdate() != 1) {
                throw gone();
            }
        }
    }

    private BulkLoadException gone() {
        return BulkLoadException.in(
                        LoadPhase.SERVER, "the entry of the load " + ledger.loadId() + " is gone from the ledger")
                .build();
    }
}
