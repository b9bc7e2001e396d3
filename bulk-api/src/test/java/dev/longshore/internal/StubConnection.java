package dev.longshore.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Savepoint;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection to a {@link StubDatabase} with honest transactions: rows are visible when they are committed, setting
 * autocommit commits, a rollback to a savepoint forgets what came after it. Fails where it is told to. Confined to one
 * thread, but for {@code abort} and {@link #cancel}.
 */
public final class StubConnection implements InvocationHandler {
    public static final int ALWAYS = Integer.MAX_VALUE;

    private final StubDatabase database;
    private final Connection proxy;
    private final List<List<Object>> pending = new ArrayList<>();
    private final List<String> calls = Collections.synchronizedList(new ArrayList<>());

    private Long pendingLedger;
    private boolean autoCommit = true;
    private boolean transactionEnded;
    private volatile boolean closed;
    private volatile boolean dead;
    private volatile boolean aborted;
    private volatile boolean cancelled;

    /** How often the next calls fail. */
    public int commitFailures;

    public int rollbackFailures;
    public int savepointRollbackFailures;
    public int releaseFailures;
    public int restoreFailures;
    public int beginFailures;
    public int closeFailures;
    public boolean savepointsUnsupported;
    public boolean releaseUnsupported;
    public boolean commitBlocks;
    public boolean abortFails;
    public int rollbackMillis;
    public int commitMillis;
    /** After how many commits the connection dies before the caller learns of the last; 0 for never. */
    public int diesAfterCommits;
    /** The method in which the connection dies. */
    public String diesIn = "";

    StubConnection(StubDatabase database) {
        this.database = database;
        this.proxy = (Connection)
                Proxy.newProxyInstance(StubConnection.class.getClassLoader(), new Class<?>[] {Connection.class}, this);
    }

    public Connection jdbc() {
        return proxy;
    }

    public static StubConnection behind(Connection connection) {
        return (StubConnection) Proxy.getInvocationHandler(connection);
    }

    /** The calls so far that change something. */
    public List<String> calls() {
        return List.copyOf(calls);
    }

    public void log(String call) {
        calls.add(call);
    }

    /** A connection whose caller works in transactions, with a row of earlier work. */
    public StubConnection inTransaction(List<Object> earlier) throws SQLException {
        proxy.setAutoCommit(false);
        execute(List.of(earlier));
        calls.clear();
        return this;
    }

    /** The rows of the open transaction. */
    public List<List<Object>> pending() {
        return new ArrayList<>(pending);
    }

    public boolean isAutoCommit() {
        return autoCommit;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isAborted() {
        return aborted;
    }

    /** The connection breaks now. */
    public void die() {
        dead = true;
        pending.clear();
    }

    /** The database ends the transaction by itself; a driver that did not notice then fails to roll back. */
    public void endTransaction() {
        pending.clear();
        transactionEnded = true;
    }

    /** As the provider's repair does it. */
    public void reopenTransaction() {
        log("reopen");
        transactionEnded = false;
    }

    /** One atomic statement. */
    public void execute(List<List<Object>> rows) throws SQLException {
        requireAlive("execute");
        if (autoCommit) {
            database.commit(rows);
        } else {
            pending.addAll(rows);
        }
    }

    public void cancel() {
        log("cancel");
        cancelled = true;
    }

    /** A statement that does not end until it is cancelled or the connection aborted; blind to interrupts as drivers are. */
    public void block(boolean heedsCancel) throws SQLException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(6);
        while (!dead && !(heedsCancel && cancelled) && System.nanoTime() < end) {
            // returns at once for an interrupted thread, and leaves its flag alone
            LockSupport.parkNanos(1_000_000);
        }
        if (dead) {
            throw new SQLException("the connection was aborted", "08006");
        }
        throw cancelled
                ? new SQLException("canceling statement due to user request", "57014")
                : new SQLException("nobody stopped the statement", "XX000");
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        switch (name) {
            case "getAutoCommit" -> {
                requireAlive(name);
                return autoCommit;
            }
            case "setAutoCommit" -> setAutoCommit((Boolean) arguments[0]);
            case "commit" -> commit();
            case "rollback" -> {
                if (arguments == null) {
                    rollback();
                } else {
                    rollback((StubSavepoint) arguments[0]);
                }
            }
            case "setSavepoint" -> {
                requireAlive(name);
                log("setSavepoint");
                if (savepointsUnsupported) {
                    throw new SQLFeatureNotSupportedException("savepoints are not supported");
                }
                return new StubSavepoint(pending.size());
            }
            case "prepareStatement" -> {
                requireAlive(name);
                return ledgerStatement((String) arguments[0]);
            }
            case "releaseSavepoint" -> release();
            case "isValid" -> {
                return !dead && !closed;
            }
            case "isClosed" -> {
                if (diesIn.equals(name)) {
                    requireAlive(name);
                }
                return closed;
            }
            case "close" -> close();
            case "abort" -> abort();
            case "getMetaData" -> {
                requireAlive(name);
                return metadata();
            }
            case "unwrap", "isWrapperFor" -> throw new SQLException("not a wrapper");
            case "toString" -> {
                return "stub connection";
            }
            case "hashCode" -> {
                return System.identityHashCode(self);
            }
            case "equals" -> {
                return self == arguments[0];
            }
            default -> throw new UnsupportedOperationException(name);
        }
        return null;
    }

    /** The statements on a table {@code ledger}, of one load. */
    private PreparedStatement ledgerStatement(String sql) {
        Object[] parameters = new Object[2];
        return (PreparedStatement) Proxy.newProxyInstance(
                StubConnection.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (self, method, arguments) -> {
                    switch (method.getName()) {
                        case "setString", "setLong" -> parameters[(Integer) arguments[0] - 1] = arguments[1];
                        case "executeUpdate" -> {
                            requireAlive("executeUpdate");
                            return updateLedger(sql, parameters[0], parameters[1]);
                        }
                        case "executeQuery" -> {
                            requireAlive("executeQuery");
                            return new StubResultSet(
                                            List.of(new StubResultSet.Column("rows_done", Types.BIGINT, "bigint")),
                                            List.of(List.of(ledgerRows())))
                                    .jdbc();
                        }
                        default -> {}
                    }
                    return null;
                });
    }

    private Long ledgerRows() {
        return pendingLedger == null ? database.ledger() : pendingLedger;
    }

    private int updateLedger(String sql, Object first, Object second) {
        if (sql.startsWith("insert")) {
            pendingLedger = 0L;
        } else if (sql.contains("set rows_done = ?")) {
            pendingLedger = (Long) first;
        }
        Long rows = ledgerRows();
        boolean isFound = rows != null && (!sql.endsWith("and rows_done = ?") || rows.equals(second));
        return isFound ? 1 : 0;
    }

    private void requireAlive(String call) throws SQLException {
        if (diesIn.equals(call)) {
            die();
        }
        if (dead) {
            throw new SQLException("the connection is broken", "08006");
        }
        if (closed) {
            throw new SQLException("the connection is closed", "08003");
        }
    }

    private void setAutoCommit(boolean wanted) throws SQLException {
        requireAlive("setAutoCommit");
        log("setAutoCommit " + wanted);
        if (wanted && restoreFailures > 0) {
            restoreFailures--;
            throw new SQLException("autocommit can't be set", "25001");
        }
        if (!wanted && beginFailures > 0) {
            beginFailures--;
            throw new SQLException("no transaction can be begun", "25002");
        }
        if (wanted && !autoCommit) {
            database.commit(pending);
            pending.clear();
        }
        autoCommit = wanted;
    }

    private void commit() throws SQLException {
        requireAlive("commit");
        log("commit");
        if (commitBlocks) {
            block(false);
        }
        sleep(commitMillis);
        if (commitFailures > 0) {
            commitFailures--;
            throw new SQLException("a deferred constraint fails", "23503", 787);
        }
        if (pendingLedger != null) {
            database.setLedger(pendingLedger);
            pendingLedger = null;
        }
        database.commit(pending);
        pending.clear();
        if (diesAfterCommits > 0 && --diesAfterCommits == 0) {
            die();
            throw new SQLException("the connection is broken", "08006");
        }
    }

    private void rollback() throws SQLException {
        requireAlive("rollback");
        log("rollback");
        sleep(rollbackMillis);
        if (rollbackFailures > 0) {
            rollbackFailures--;
            throw new SQLException("canceling statement due to user request", "57014");
        }
        pendingLedger = null;
        if (transactionEnded) {
            throw new SQLException("cannot rollback - no transaction is active");
        }
        pending.clear();
    }

    private void rollback(StubSavepoint savepoint) throws SQLException {
        requireAlive("rollback");
        log("rollback to savepoint");
        if (savepointRollbackFailures > 0) {
            savepointRollbackFailures--;
            throw new SQLException("canceling statement due to user request", "57014");
        }
        if (transactionEnded) {
            throw new SQLException("SAVEPOINT does not exist", "42000", 1305);
        }
        while (pending.size() > savepoint.size) {
            pending.remove(pending.size() - 1);
        }
    }

    private void release() throws SQLException {
        requireAlive("releaseSavepoint");
        log("releaseSavepoint");
        if (releaseUnsupported) {
            throw new SQLFeatureNotSupportedException("savepoints can't be released");
        }
        if (releaseFailures > 0) {
            releaseFailures--;
            throw new SQLException("the savepoint can't be released", "3B001");
        }
    }

    private void close() throws SQLException {
        log("close");
        closed = true;
        pending.clear();
        if (closeFailures > 0) {
            closeFailures--;
            throw new SQLException("the pool is gone", "08000");
        }
    }

    private void abort() throws SQLException {
        log("abort");
        if (abortFails) {
            throw new SQLException("abort is refused");
        }
        aborted = true;
        closed = true;
        die();
    }

    private static void sleep(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private DatabaseMetaData metadata() {
        return (DatabaseMetaData) Proxy.newProxyInstance(
                StubConnection.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getDatabaseProductName" -> "Stub";
                    case "getDatabaseProductVersion" -> "1.0";
                    case "supportsSavepoints" -> !savepointsUnsupported;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private record StubSavepoint(int size) implements Savepoint {
        @Override
        public int getSavepointId() {
            return size;
        }

        @Override
        public String getSavepointName() throws SQLException {
            throw new SQLException("the savepoint has no name");
        }
    }
}
