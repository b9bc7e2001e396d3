package dev.longshore.tds;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The transaction of one connection: what was loaded in it, and where its savepoints are. Confined to the connection's thread. */
final class Transaction {
    private static final int BEGUN = 8;
    private static final int COMMITTED = 9;
    private static final int ROLLED_BACK = 10;

    /** Rows of one statement. */
    private record Pending(TdsTable table, List<List<@Nullable Object>> rows) {}

    private final TdsEndpoint endpoint;
    private final List<Pending> pending = new ArrayList<>();
    private final Map<String, Integer> savepoints = new LinkedHashMap<>();
    private final Map<String, Long> entries = new HashMap<>();
    private boolean implicit;
    private long number;
    private boolean open;

    Transaction(TdsEndpoint endpoint) {
        this.endpoint = endpoint;
    }

    void setImplicit(boolean wanted) {
        implicit = wanted;
    }

    boolean isOpen() {
        return open;
    }

    /** Called before a statement that begins a transaction where transactions are implicit. */
    void beginImplicitly(Reply reply) {
        if (implicit && !open) {
            begin(reply);
        }
    }

    void begin(Reply reply) {
        open = true;
        number++;
        reply.change(BEGUN, descriptor(), new byte[0]);
    }

    private byte[] descriptor() {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }

    void add(TdsTable table, List<List<@Nullable Object>> rows) {
        if (open) {
            pending.add(new Pending(table, rows));
        } else {
            endpoint.store(table, rows);
        }
    }

    void commit(Reply reply) {
        if (open) {
            pending.forEach(each -> endpoint.store(each.table(), each.rows()));
            endpoint.ledger().commit(entries);
            end(reply, COMMITTED);
        }
    }

    void rollback(Reply reply) {
        if (open) {
            end(reply, ROLLED_BACK);
        }
    }

    private void end(Reply reply, int how) {
        forget();
        reply.change(how, new byte[0], descriptor());
    }

    /** Leaves nothing of a transaction that was not committed. */
    void forget() {
        pending.clear();
        savepoints.clear();
        entries.clear();
        open = false;
        endpoint.ledger().unlock(this);
    }

    /** Locks an entry of the ledger, and returns how many rows it tells; null if there is none. */
    @Nullable
    Long ledgerRows(String loadId) throws SqlError {
        endpoint.ledger().lock(loadId, this);
        Long changed = entries.get(loadId);
        return changed == null ? endpoint.ledger().committed(loadId) : changed;
    }

    /** Changes an entry that is locked. */
    void setLedgerRows(String loadId, long rows) {
        entries.put(loadId, rows);
        if (!open) {
            endpoint.ledger().commit(entries);
            forget();
        }
    }

    void save(String name, Reply reply) {
        if (!open) {
            begin(reply);
        }
        savepoints.put(name, pending.size());
    }

    /** Undoes what came after a savepoint, which is gone with it. */
    void rollbackTo(String name) throws SqlError {
        Integer at = savepoints.remove(name);
        if (at == null) {
            throw new SqlError(
                    6401, "Cannot roll back " + name + ". No transaction or savepoint of that name was found.");
        }
        pending.subList(at, pending.size()).clear();
    }
}
