package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tells how instants are written for a TIMESTAMP column, which the server reads as local time of the session's zone. Where that zone
 * has daylight saving, one local time can be two instants; then each statement runs in UTC, unless something else in it depends on the
 * session's zone. Immutable.
 */
final class SessionClock {
    /** 2038-01-19T03:14:07Z. */
    private static final long LAST_SIGNED = Integer.MAX_VALUE;

    /** 2106-02-07T06:28:15Z. */
    private static final long LAST_UNSIGNED = 0xFFFF_FFFFL;

    private final ZoneId zone;
    private final boolean runsInUtc;
    private final long lastSecond;

    private SessionClock(ZoneId zone, boolean runsInUtc, long lastSecond) {
        this.zone = zone;
        this.runsInUtc = runsInUtc;
        this.lastSecond = lastSecond;
    }

    /**
     * Chooses the way for a load.
     *
     * @param hasTriggers asked only where it matters
     * @throws BulkLoadException if instants can't be written exactly
     */
    static SessionClock of(LoadRequest request, MySqlSink.NullRule hasTriggers) throws java.sql.SQLException {
        MySqlTable table = (MySqlTable) request.table();
        ServerSession session = table.session();
        long last = session.isMariaDb() && session.isAtLeast(11, 5) ? LAST_UNSIGNED : LAST_SIGNED;
        ZoneOffset offset = session.fixedOffset();
        if (offset != null || !hasTimestamp(request, table)) {
            return new SessionClock(offset == null ? ZoneOffset.UTC : offset, false, last);
        }
        String dependent = dependent(request, table);
        if (dependent == null && hasTriggers.mayBeReplaced()) {
            dependent = "the table's triggers";
        }
        if (dependent == null) {
            return new SessionClock(ZoneOffset.UTC, true, last);
        }
        ZoneId named = session.namedZone();
        if (named == null) {
            throw BulkLoadException.in(
                            LoadPhase.PREFLIGHT,
                            "the session's time zone " + session.timeZone() + " (" + session.systemTimeZone()
                                    + ") may have daylight saving, in which TIMESTAMP values are ambiguous, and "
                                    + dependent + " may depend on it, so that it can't be changed for the load")
                    .hint("Set the session's time_zone to an offset such as '+00:00'")
                    .table(table.name().toString())
                    .build();
        }
        return new SessionClock(named, false, last);
    }

    private static boolean hasTimestamp(LoadRequest request, MySqlTable table) {
        for (TargetColumn column : request.columns()) {
            if (table.type(column).family() == TypeFamily.TIMESTAMP) {
                return true;
            }
        }
        return false;
    }

    /** What a statement computes in the session's zone; null if nothing. */
    private static @Nullable String dependent(LoadRequest request, MySqlTable table) {
        Set<String> written = request.columns().stream().map(TargetColumn::name).collect(Collectors.toSet());
        for (Definition.Column column : table.definitions()) {
            boolean isComputed = column.generated()
                    || (column.computedDefault()
                            && !written.contains(column.name())
                            && column.type().family() != TypeFamily.TIMESTAMP);
            if (isComputed) {
                return "the computed value of column " + column.name();
            }
        }
        return table.engine() == null ? "what is behind the view" : null;
    }

    /** Whether the statements of the load must run in UTC. */
    boolean runsInUtc() {
        return runsInUtc;
    }

    /** Whether an instant is beyond what TIMESTAMP holds, which begins with the second after 1970-01-01T00:00:00Z. */
    boolean isOutOfRange(long epochSecond) {
        return epochSecond < 1 || epochSecond > lastSecond;
    }

    /**
     * Gives the local time that the server takes for an instant.
     *
     * @return null if it would be taken for another instant
     */
    @Nullable
    LocalDateTime local(long epochSecond, int nano) {
        if (zone instanceof ZoneOffset offset) {
            return LocalDateTime.ofEpochSecond(epochSecond, nano, offset);
        }
        LocalDateTime local = LocalDateTime.ofInstant(java.time.Instant.ofEpochSecond(epochSecond, nano), zone);
        return zone.getRules().getValidOffsets(local).size() == 1 ? local : null;
    }

    ZoneId zone() {
        return zone;
    }
}
