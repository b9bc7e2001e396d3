package dev.longshore.postgres;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a connection from load to load: descriptions of tables, and how far its server is. Refers to nothing of
 * the connection. Thread-safe.
 */
final class ConnectionMemory {
    private static final int MOST_TABLES = 64;

    /** So many loads in a row without keys are told what only those with keys need: that takes a fifth of asking alone. */
    private static final int MOST_UNUSED = 8;

    /** Before that the server plans the query each time, and the driver is not warm: no measure. */
    private static final int FIRST = 8;

    /** What of the time of a round trip is not the network's. */
    private static final long LOCAL_NANOS = 200_000;

    private final Map<List<Identifier>, KnownTable> tables = new LinkedHashMap<>();
    private @Nullable KnownSources sources;
    private @Nullable KeyFacts keyFacts;
    private int roundTrips;
    private long shortest = Long.MAX_VALUE;

    /**
     * A description and what it was made of.
     *
     * @param table the description
     * @param facts what the catalog had that the description depends on
     * @param selected selects the same facts again
     * @param from the one row of them, by the name that was asked for
     * @param keys selects what a load asked of the columns that it gave back; null if none did lately
     * @param unused how many loads in a row were told that and had no use for it
     */
    record KnownTable(
            PostgresTable table,
            List<List<String>> facts,
            String selected,
            String from,
            @Nullable String keys,
            int unused) {
        String query() {
            return "select " + selected + (keys == null ? "" : ", " + keys) + from;
        }

        KnownTable with(@Nullable String newKeys, int newUnused) {
            return new KnownTable(table, facts, selected, from, newKeys, newUnused);
        }

        KnownTable withUnused() {
            return unused < MOST_UNUSED ? with(keys, unused + 1) : with(null, 0);
        }
    }

    /** What the catalog said of columns when it was asked whether the table's description is current. */
    private record KeyFacts(PostgresTable table, String keys, List<String> texts) {}

    synchronized @Nullable KnownTable table(List<Identifier> asked) {
        return tables.get(asked);
    }

    synchronized void remember(List<Identifier> asked, KnownTable table) {
        tables.remove(asked);
        tables.put(List.copyOf(asked), table);
        if (tables.size() > MOST_TABLES) {
            tables.remove(tables.keySet().iterator().next());
        }
    }

    synchronized void forget(List<Identifier> asked) {
        tables.remove(asked);
    }

    /** Keeps what the catalog says, at the begin of a load, of the columns that the one before gave back. */
    synchronized void remember(PostgresTable table, String keys, List<String> texts) {
        keyFacts = new KeyFacts(table, keys, texts);
    }

    /** Forgets what was said at the begin of an earlier load, and counts that this one had no use for it. */
    synchronized void beginLoad() {
        KeyFacts forgotten = keyFacts;
        keyFacts = null;
        if (forgotten != null) {
            replace(forgotten.table(), KnownTable::withUnused);
        }
    }

    /**
     * What the catalog said of columns at the begin of this load; null if it was not asked. It will be asked at the begin of the next
     * loads of the table.
     *
     * @param keys selects it
     */
    synchronized @Nullable List<String> keyFacts(PostgresTable table, String keys) {
        KeyFacts found = keyFacts;
        keyFacts = null;
        replace(table, known -> known.with(keys, 0));
        return found != null && found.table() == table && found.keys().equals(keys) ? found.texts() : null;
    }

    private void replace(PostgresTable table, UnaryOperator<KnownTable> change) {
        tables.replaceAll((asked, known) -> known.table() == table ? change.apply(known) : known);
    }

    /** What was found out for a load before it is opened. */
    private record KnownSources(
            TargetTable table, List<TargetColumn> columns, List<TargetColumn> returned, KeySource.Sources sources) {}

    synchronized void remember(LoadRequest request, KeySource.Sources found) {
        sources = new KnownSources(request.table(), request.columns(), request.returned(), found);
    }

    /** What was found out for this very load; null if another one came between. Forgets it. */
    @SuppressWarnings("ReferenceEquality") // the same load has the same lists, and another one may have equal ones
    synchronized KeySource.@Nullable Sources sources(LoadRequest request) {
        KnownSources known = sources;
        sources = null;
        if (known == null || known.table() != request.table() || known.columns() != request.columns()) {
            return null;
        }
        return known.returned() == request.returned() ? known.sources() : null;
    }

    /** Takes the time that a query of a few catalog rows took. */
    synchronized void addRoundTrip(long nanos) {
        shortest = Math.min(shortest, nanos);
        roundTrips++;
    }

    /** How much of a round trip is the network's, by the shortest one; 0 until that is known. */
    synchronized long networkNanos() {
        return roundTrips < FIRST ? 0 : Math.max(0, shortest - LOCAL_NANOS);
    }
}
