package dev.longshore.postgres;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of a connection from load to load: descriptions of tables, and how far its server is. Refers to nothing of
 * the connection. Thread-safe.
 */
final class ConnectionMemory {
    private static final int MOST_TABLES = 64;

    /** Before that the server plans the query each time, and the driver is not warm: no measure. */
    private static final int FIRST = 8;

    /** What of the time of a round trip is not the network's. */
    private static final long LOCAL_NANOS = 200_000;

    private final Map<List<Identifier>, KnownTable> tables = new LinkedHashMap<>();
    private @Nullable KnownSources sources;
    private int roundTrips;
    private long shortest = Long.MAX_VALUE;

    /**
     * A description and what it was made of.
     *
     * @param table the description
     * @param facts what the catalog had that the description depends on
     * @param query asks for the same facts again, in one row, by the name that was asked for
     */
    record KnownTable(PostgresTable table, List<List<String>> facts, String query) {}

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
