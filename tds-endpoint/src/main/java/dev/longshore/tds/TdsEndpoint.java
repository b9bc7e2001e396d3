package dev.longshore.tds;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Listens on a port of this machine and serves each connection by a thread of its own. Thread-safe. */
public final class TdsEndpoint implements AutoCloseable {
    /** SQL_Latin1_General_CP1_CI_AS. */
    static final byte[] COLLATION = {0x09, 0x04, (byte) 0xD0, 0x00, 0x34};

    /** A collation with the mark of UTF-8. */
    static final byte[] UTF_8_COLLATION = {0x09, 0x04, (byte) 0xD0, 0x04, 0x00};

    private final ServerSocket listener;
    private final Thread acceptor;
    private final Set<Socket> clients = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Map<String, TdsTable> tables = new LinkedHashMap<>();
    private final Map<String, List<List<@Nullable Object>>> stored = new LinkedHashMap<>();
    private final List<String> statements = new ArrayList<>();
    private final List<BulkLoad> loads = new ArrayList<>();
    private final List<Fault> faults = new ArrayList<>();
    private final Map<String, List<List<Object>>> answers = new LinkedHashMap<>();
    private final Ledger ledger = new Ledger();
    private boolean draining;
    private boolean babelfish;
    private long drained;

    private TdsEndpoint(ServerSocket listener) {
        this.listener = listener;
        this.acceptor = new Thread(this::accept, "tds-endpoint");
        acceptor.setDaemon(true);
    }

    /**
     * Starts listening.
     *
     * @return the endpoint, closed by the caller
     * @throws IOException if there is no port
     */
    public static TdsEndpoint start() throws IOException {
        TdsEndpoint endpoint = new TdsEndpoint(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        endpoint.acceptor.start();
        return endpoint;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                clients.add(client);
                Thread serving = new Thread(
                        () -> {
                            new TdsConnection(this, client).serve();
                            clients.remove(client);
                        },
                        "tds-connection");
                serving.setDaemon(true);
                serving.start();
            }
        } catch (IOException e) {
            // closed
        }
    }

    /**
     * Returns the URL for the driver, without user and password, of which any will do.
     *
     * @return the URL
     */
    public String url() {
        return "jdbc:sqlserver://127.0.0.1:" + listener.getLocalPort()
                + ";encrypt=false;user=any;password=any;databaseName=" + TdsTable.DATABASE;
    }

    /**
     * Adds a table, or replaces the one of its name, and forgets its rows.
     *
     * @param table the table
     * @return this endpoint
     */
    public synchronized TdsEndpoint add(TdsTable table) {
        tables.put(table.key(), table);
        stored.put(table.key(), new ArrayList<>());
        return this;
    }

    /**
     * Gives a statement that the endpoint does not know an answer.
     *
     * @param statement how the statement begins, in lower case
     * @param rows what it selects; empty for a statement that selects nothing
     * @return this endpoint
     */
    public synchronized TdsEndpoint answer(String statement, List<List<Object>> rows) {
        answers.put(statement, List.copyOf(rows));
        return this;
    }

    /**
     * Ends all connections, as a server that kills sessions does. What is not committed is gone.
     *
     * @throws IOException if a connection can't be closed
     */
    public void killAll() throws IOException {
        for (Socket client : List.copyOf(clients)) {
            client.close();
        }
    }

    /**
     * Counts the connections that are served.
     *
     * @return how many
     */
    public int connections() {
        return clients.size();
    }

    /**
     * Returns how far a load has come by the ledger, which is the table {@code load_ledger} once that was added.
     *
     * @param loadId the load
     * @return how many rows are done; null if the ledger does not know the load
     */
    public @Nullable Long ledgerRows(String loadId) {
        return ledger.committed(loadId);
    }

    Ledger ledger() {
        return ledger;
    }

    /** Makes the endpoint say that it is Babelfish. */
    public synchronized void actAsBabelfish() {
        babelfish = true;
    }

    /** From now on bulk loads are read without being decoded, and not kept. */
    public synchronized void drain() {
        draining = true;
    }

    /**
     * Lets something go wrong, once.
     *
     * @param fault what and where
     */
    public synchronized void inject(Fault fault) {
        faults.add(fault);
    }

    /**
     * Returns the rows that a table of the schema dbo, or a temporary one, has: what was loaded and committed.
     *
     * @param table its name
     * @return the rows, a value for each column that was loaded
     */
    public synchronized List<List<@Nullable Object>> rows(String table) {
        String database = table.startsWith("#") ? "tempdb" : TdsTable.DATABASE;
        List<List<@Nullable Object>> rows = stored.get(TdsTable.key(database, "dbo", table));
        if (rows == null) {
            throw new IllegalArgumentException("no such table: " + table);
        }
        return List.copyOf(rows);
    }

    /**
     * Returns the statements that came, the INSERT BULK among them.
     *
     * @return the statements as sent, parameters as {@code @P0}
     */
    public synchronized List<String> statements() {
        return List.copyOf(statements);
    }

    /**
     * Returns the bulk loads that came to their end.
     *
     * @return the loads
     */
    public synchronized List<BulkLoad> loads() {
        return List.copyOf(loads);
    }

    /**
     * Returns how many bytes of bulk loads were drained.
     *
     * @return the bytes
     */
    public synchronized long drainedBytes() {
        return drained;
    }

    /** Forgets statements, loads and faults that were not met. */
    public synchronized void forget() {
        statements.clear();
        loads.clear();
        faults.clear();
    }

    synchronized boolean isDraining() {
        return draining;
    }

    synchronized boolean isBabelfish() {
        return babelfish;
    }

    synchronized void drained(long bytes) {
        drained += bytes;
    }

    synchronized void note(String statement) {
        statements.add(statement);
    }

    synchronized void note(BulkLoad load) {
        loads.add(load);
    }

    /** Takes the fault of a kind, if there is one. */
    synchronized @Nullable Fault fault(Fault.Kind kind) {
        for (Fault fault : faults) {
            if (fault.kind() == kind) {
                faults.remove(fault);
                return fault;
            }
        }
        return null;
    }

    synchronized @Nullable TdsTable table(String database, @Nullable String schema, String name) {
        String where = name.startsWith("#") ? "tempdb" : database;
        return tables.get(TdsTable.key(where, schema == null || schema.isEmpty() ? "dbo" : schema, name));
    }

    /** What a statement, in lower case, was given as its answer. */
    synchronized @Nullable List<List<Object>> answer(String statement) {
        for (Map.Entry<String, List<List<Object>>> answer : answers.entrySet()) {
            if (statement.startsWith(answer.getKey())) {
                return answer.getValue();
            }
        }
        return null;
    }

    synchronized List<TdsTable> tables() {
        return List.copyOf(tables.values());
    }

    synchronized void store(TdsTable table, List<List<@Nullable Object>> rows) {
        List<List<@Nullable Object>> all = stored.get(table.key());
        if (all != null) {
            all.addAll(rows);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        killAll();
    }
}
