package dev.longshore.sqlserver;

import static java.util.Objects.requireNonNull;

import com.microsoft.sqlserver.jdbc.ISQLServerBulkData;
import dev.longshore.spi.RowCursor;
import java.sql.SQLException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the driver's bulk copy pulls rows from: the cursor, row by row, through the sinks into one array.
 *
 * <p>Only a {@link SQLException} may leave {@link #next} and {@link #getRowData}: the driver then takes the request back and goes
 * on living, whereas anything else leaves half a row on the wire and makes the connection useless. So every Throwable is kept
 * here and thrown on by the session.
 *
 * <p>Hot: both run once per row. Confined to the loading thread.
 */
final class RowFeed implements ISQLServerBulkData {
    private static final long serialVersionUID = 1L;

    /** The listener is told after so many rows. */
    private static final int ROWS_PER_REPORT = 1_000;

    /** Or after so long, if the rows come slowly; as often as the engine would pass it on. */
    private static final long NANOS_PER_REPORT = 100_000_000;

    /** The time of every so manieth row is taken, to tell the driver's time from that of the rows' source. */
    private static final int SAMPLE = 16;

    private final transient Sinks sinks;
    private final transient List<Integer> sent;
    private final transient List<String> names;
    private final transient RowCursor cursor;

    private transient @Nullable Throwable failure;
    private long unreported;
    private long rows;
    private long sampledAt;
    private long ownNanos;
    private long reportedAt = System.nanoTime();

    RowFeed(Sinks sinks, List<String> names, RowCursor cursor) {
        this.sinks = sinks;
        this.sent = sinks.sent();
        this.names = names;
        this.cursor = cursor;
    }

    /** What the cursor threw, if it did. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    long rows() {
        return rows;
    }

    @Override
    public Set<Integer> getColumnOrdinals() {
        Set<Integer> ordinals = new LinkedHashSet<>();
        sent.forEach(index -> ordinals.add(index + 1));
        return ordinals;
    }

    @Override
    public String getColumnName(int ordinal) {
        return names.get(ordinal - 1);
    }

    private MsSink sink(int ordinal) {
        return requireNonNull(sinks.sink(ordinal - 1));
    }

    @Override
    public int getColumnType(int ordinal) {
        return sink(ordinal).wireType();
    }

    @Override
    public int getPrecision(int ordinal) {
        return sink(ordinal).wirePrecision();
    }

    @Override
    public int getScale(int ordinal) {
        return sink(ordinal).wireScale();
    }

    @Override
    @SuppressWarnings("serial") // the declaration is the driver's: SQLServerException
    public boolean next() throws SQLException {
        try {
            if (rows % SAMPLE == 0) {
                sampledAt = System.nanoTime();
            }
            if (unreported == ROWS_PER_REPORT || sampledAt - reportedAt >= NANOS_PER_REPORT) {
                report();
                sampledAt = System.nanoTime();
            }
            while (cursor.next()) {
                if (cursor.writeTo(sinks)) {
                    return true;
                }
            }
            return false;
        } catch (Throwable e) {
            throw kept(e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // the driver takes a null in the array for NULL, although it does not say so
    public Object[] getRowData() {
        if (rows++ % SAMPLE == 0) {
            ownNanos += SAMPLE * (System.nanoTime() - sampledAt);
        }
        unreported++;
        return sinks.row();
    }

    /** Tells the engine of the rows since the last report, and how long the driver took for them. */
    void report() throws SQLException {
        long now = System.nanoTime();
        long driver = Math.max(0, now - reportedAt - ownNanos);
        long count = unreported;
        unreported = 0;
        ownNanos = 0;
        reportedAt = now;
        if (count > 0) {
            cursor.sent(count, driver);
        }
    }

    private SQLException kept(Throwable thrown) {
        failure = thrown;
        return thrown instanceof SQLException sql ? sql : new SQLException(thrown);
    }
}
