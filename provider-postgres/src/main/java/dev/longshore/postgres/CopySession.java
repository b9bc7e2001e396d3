package dev.longshore.postgres;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.ForwardingSink;
import dev.longshore.spi.support.TextMender;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Loads by COPY. Rows are written one behind the other into one array, which goes to the driver whenever it holds 64 KiB, or as
 * many rows as the caller wants in a batch. Nothing is opened before that, so a load that fits into the array is a COPY whose rows are all known.
 *
 * <p>A null in a numbered column means that the server numbers the row, which COPY does only where the column is left out. So
 * rows are told apart by which of their numbered columns are null, their <em>shape</em>, and each COPY takes rows of one shape.
 * Those of the open COPY are streamed; those of others wait at the side until there are some megabytes of them.
 *
 * <p>The driver reads no reply while a COPY is open, and no public call sees that the server has failed. Therefore a long load is
 * cut: a COPY that is long and old enough is ended, and another one begun.
 *
 * <p>Hot: {@link #beginRow}, {@link #endRow} run once per row. Confined to the loading thread, but for {@link #cancel} and
 * {@link #watch}.
 */
final class CopySession implements BulkSession, RowSink {
    private static final int FLUSH_BYTES = 1 << 16;
    private static final int CAPACITY = FLUSH_BYTES + (1 << 14);

    /** Grows to what is needed: the whole capacity, zeroed, would cost a load of a few rows more than its encoding. */
    private static final int FIRST_CAPACITY = 1 << 13;

    /** An array that grew beyond this for a big row is given up when it was sent. */
    private static final int KEPT_CAPACITY = 1 << 20;

    private static final int SIDE_BYTES = 4 << 20;

    /** Each run of row numbers takes some bytes, and there may be as many as rows. */
    private static final int MOST_RUNS = 200_000;

    /** A COPY is cut when it has so many rows and so much age. */
    private static final long CUT_ROWS = 100_000;

    private static final long CUT_NANOS = 1_000_000_000L;

    private final PostgresTable table;
    private final PGConnection driver;
    private final List<TargetColumn> columns;
    private final boolean binary;
    private final boolean freeze;
    private final long flushRows;
    private final boolean cuts;
    private final Wire wire;
    private final ValueSink[] sinks;
    private final TextMender mender;
    private final @Nullable SequenceMover sequences;

    private volatile @Nullable CopyIn copy;
    /** Set when another thread ended the COPY, since the loading thread waited for it to end. */
    private volatile boolean freed;

    private boolean framed;
    private int openShape;
    private int shape;
    private RowNumbers numbers = new RowNumbers();
    private long unsentRows;
    private long openedAt;
    private long rowIndex;
    private long taken;
    private final Map<Integer, Side> sides = new LinkedHashMap<>();

    /** Rows of another shape than that of the open COPY. */
    private static final class Side {
        private byte[] bytes = new byte[1 << 12];
        private int length;
        private final RowNumbers numbers = new RowNumbers();

        void add(byte[] source, int from, int to, long row) {
            int more = to - from;
            if (bytes.length - length < more) {
                bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
            }
            System.arraycopy(source, from, bytes, length, more);
            length += more;
            numbers.add(row);
        }
    }

    CopySession(LoadRequest request, boolean binary) throws SQLException {
        this(
                request,
                binary,
                Boolean.TRUE.equals(request.option(PostgresProvider.FREEZE)),
                request.keepIdentity() ? SequenceMover.of(request) : null);
    }

    /**
     * Opens a session.
     *
     * @param freeze whether the rows are frozen
     * @param sequences moves the sequences past the numbers that come, and then no number is left to the server; null if that is
     *     not to be done
     */
    CopySession(LoadRequest request, boolean binary, boolean freeze, @Nullable SequenceMover sequences)
            throws SQLException {
        this.table = (PostgresTable) request.table();
        this.driver = request.connection().unwrap(PGConnection.class);
        this.columns = request.columns();
        this.binary = binary;
        this.freeze = freeze;
        this.flushRows = request.batchRows() > 0 ? request.batchRows() : Long.MAX_VALUE;
        this.cuts = !table.traits().statementTriggers() && !request.connection().getAutoCommit();
        this.wire = binary ? new BinaryWire(FIRST_CAPACITY) : new CopyTextWire(FIRST_CAPACITY);
        this.mender = new TextMender(requireNonNull(request.option(LoadOptions.UNSTORABLE_TEXT)), true);
        PgSink.Context context = new PgSink.Context(wire, request.zone(), mender);
        this.sequences = sequences;
        this.sinks = new ValueSink[columns.size()];
        int numbered = 0;
        for (int i = 0; i < sinks.length; i++) {
            TargetColumn column = columns.get(i);
            ValueSink sink = Sinks.of(column, table.type(column), context);
            if (sequences != null) {
                sequences.watch(column, sink);
            } else if (column.numbering() != Numbering.NONE && numbered < Integer.SIZE) {
                sink = new OmittingSink(this, sink, 1 << numbered++);
            }
            sinks[i] = sink;
        }
    }

    @Override
    public ValueSink column(int index) {
        return sinks[index];
    }

    /** Called by the sink of a numbered column: the current row has no value for it. */
    void omit(int bit) {
        shape |= bit;
    }

    @Override
    public void beginRow() {
        mender.beginRow();
        if (!framed) {
            framed = true;
            if (wire instanceof BinaryWire binaryWire) {
                binaryWire.header();
            }
        }
        shape = 0;
        if (sequences != null) {
            sequences.beginRow();
        }
        wire.beginRow();
    }

    @Override
    public void endRow() {
        wire.endRow(sinks.length - Integer.bitCount(shape));
        if (numbers.lines() == 0 && !sides.containsKey(shape)) {
            openShape = shape;
        } else if (shape != openShape) {
            // also where nothing is open: rows that wait come first, so that they are numbered in their order
            sides.computeIfAbsent(shape, any -> new Side()).add(wire.bytes, wire.rowStart(), wire.length, rowIndex);
            wire.discardRow();
            return;
        }
        numbers.add(rowIndex);
        unsentRows++;
    }

    @Override
    public void discardRow() {
        mender.discardRow();
        if (sequences != null) {
            sequences.discardRow();
        }
        wire.discardRow();
    }

    @Override
    public long write(RowCursor rows) throws SQLException {
        taken = 0;
        try {
            while (rows.next()) {
                rowIndex = rows.rowIndex();
                if (!rows.writeTo(this)) {
                    continue;
                }
                if (wire.length >= FLUSH_BYTES || unsentRows >= flushRows) {
                    flush(rows);
                } else if (shape != openShape) {
                    turnToFullSide(rows);
                }
            }
            end(rows);
            for (Side side : sides.values()) {
                turnTo(side);
                end(rows);
            }
            sides.clear();
            if (sequences != null) {
                sequences.move();
            }
            return taken;
        } catch (Throwable e) {
            throw abandoned(e);
        }
    }

    /** Streams the rows of another shape from now on, if there are many of them. */
    private void turnToFullSide(RowCursor rows) throws SQLException {
        Side side = sides.get(shape);
        if (side != null && (side.length >= SIDE_BYTES || numbers.runs() >= MOST_RUNS)) {
            sides.remove(shape);
            end(rows);
            openShape = shape;
            turnTo(side);
            flush(rows);
        }
    }

    /** Goes on with rows that waited; no COPY is open. */
    private void turnTo(Side side) {
        for (Map.Entry<Integer, Side> each : sides.entrySet()) {
            if (each.getValue() == side) {
                openShape = each.getKey();
            }
        }
        framed = true;
        if (wire instanceof BinaryWire binaryWire) {
            binaryWire.header();
        }
        wire.ensure(side.length);
        System.arraycopy(side.bytes, 0, wire.bytes, wire.length, side.length);
        wire.length += side.length;
        numbers = side.numbers;
        unsentRows = side.numbers.lines();
    }

    /** Hands the gathered rows to the driver. */
    private void flush(RowCursor rows) throws SQLException {
        long start = System.nanoTime();
        CopyIn open = copy;
        if (open == null) {
            open = open();
            openedAt = start;
        }
        open.writeToCopy(wire.bytes, 0, wire.length);
        wire.length = 0;
        if (wire.bytes.length > KEPT_CAPACITY) {
            wire.bytes = new byte[CAPACITY];
        }
        long sent = unsentRows;
        unsentRows = 0;
        long now = System.nanoTime();
        rows.sent(sent, now - start);
        boolean isLong = numbers.lines() >= CUT_ROWS && now - openedAt >= CUT_NANOS;
        if (cuts && (isLong || numbers.runs() >= MOST_RUNS)) {
            end(rows);
        }
    }

    private CopyIn open() throws SQLException {
        StringBuilder sql = new StringBuilder("COPY ").append(table.sqlName()).append(" (");
        int bit = 1;
        int listed = 0;
        for (int i = 0; i < sinks.length; i++) {
            boolean omitted = false;
            if (sinks[i] instanceof OmittingSink) {
                omitted = (openShape & bit) != 0;
                bit <<= 1;
            }
            if (!omitted) {
                sql.append(listed++ == 0 ? "" : ", ")
                        .append(PostgresDialect.INSTANCE.quote(columns.get(i).name()));
            }
        }
        sql.append(") FROM STDIN WITH (FORMAT ").append(binary ? "binary" : "text");
        if (freeze) {
            sql.append(", FREEZE");
        }
        if (!binary) {
            sql.append(", ENCODING 'UTF8'");
        }
        CopyIn opened;
        try {
            opened = driver.getCopyAPI().copyIn(sql.append(')').toString());
        } catch (SQLException e) {
            throw PostgresErrors.describe(e, table).build();
        }
        copy = opened;
        return opened;
    }

    /** Ends the COPY that is open or about to be opened, if there is one. */
    private void end(RowCursor rows) throws SQLException {
        if (numbers.lines() > 0) {
            if (wire instanceof BinaryWire binaryWire) {
                binaryWire.trailer();
            }
            long start = System.nanoTime();
            CopyIn open = copy;
            if (open == null) {
                open = open();
            }
            try {
                open.writeToCopy(wire.bytes, 0, wire.length);
                taken += open.endCopy();
            } catch (SQLException e) {
                throw failure(e);
            }
            copy = null;
            if (unsentRows > 0) {
                rows.sent(unsentRows, System.nanoTime() - start);
            }
        }
        clear();
    }

    private void clear() {
        wire.length = 0;
        framed = false;
        unsentRows = 0;
        if (numbers.runs() <= 1) {
            numbers.clear();
        } else {
            numbers = new RowNumbers();
        }
    }

    private BulkLoadException failure(SQLException error) {
        BulkLoadException.Builder facts = PostgresErrors.describe(error, table);
        PostgresErrors.Place place = PostgresErrors.place(error, table);
        if (place != null) {
            facts.row(numbers.row(place.line()));
            if (place.column() != null) {
                facts.column(place.column());
            }
        }
        return facts.build();
    }

    /** Leaves no COPY open, whatever happened, and keeps what the server has to say beside it. */
    private SQLException abandoned(Throwable thrown) {
        CopyIn open = copy;
        copy = null;
        BulkLoadException server = null;
        if (open != null && open.isActive()) {
            SQLException found = endedByServer(open);
            server = found == null ? null : failure(found);
        }
        clear();
        sides.clear();
        if (thrown instanceof Error error) {
            throw error;
        }
        if (freed) {
            return BulkLoadException.in(
                            LoadPhase.SOURCE,
                            "the source of the rows uses the connection that it is loaded over, which can do nothing else"
                                    + " while a COPY is open")
                    .hint("Let the source read over another connection, or collect its rows before the load")
                    .row(rowIndex)
                    .cause(thrown)
                    .build();
        }
        SQLException failure = thrown instanceof SQLException sql
                ? sql
                : BulkLoadException.in(LoadPhase.SEND, "sending the rows failed: " + thrown)
                        .cause(thrown)
                        .build();
        if (server != null) {
            failure.addSuppressed(server);
        }
        return failure;
    }

    /**
     * Ends a COPY that must not succeed. It is not cancelled, since the driver would then drop an error that the server found in
     * earlier rows, but given a row that the server refuses in any case.
     *
     * @return that earlier error, or what else is wrong; null if nothing
     */
    private @Nullable SQLException endedByServer(CopyIn open) {
        try {
            wire.length = 0;
            if (wire instanceof BinaryWire binaryWire) {
                binaryWire.poison();
            } else if (wire instanceof CopyTextWire textWire) {
                textWire.poison(sinks.length);
            }
            open.writeToCopy(wire.bytes, 0, wire.length);
            open.endCopy();
            return null;
        } catch (SQLException e) {
            String state = e.getSQLState();
            boolean expected =
                    PostgresErrors.BAD_COPY_FORMAT.equals(state) || PostgresErrors.QUERY_CANCELED.equals(state);
            return expected ? null : e;
        }
    }

    @Override
    public @Nullable String skipCause() {
        return table.traits().skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        return mender.warnings();
    }

    @Override
    public void cancel() throws SQLException {
        driver.cancelQuery();
    }

    /** Frees a source that waits for the COPY to end which waits for the source's next row. */
    @Override
    public void watch(Thread loader) {
        CopyIn open = copy;
        if (open == null || freed || loader.getState() != Thread.State.WAITING) {
            return;
        }
        boolean waits = Arrays.stream(loader.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("waitOnLock")
                        && frame.getClassName().startsWith("org.postgresql.core."));
        if (waits && copy == open) {
            freed = true;
            Thread freeing = new Thread(
                    () -> {
                        try {
                            open.cancelCopy();
                        } catch (SQLException e) {
                            System.getLogger(CopySession.class.getName())
                                    .log(System.Logger.Level.DEBUG, "cancelCopy failed", e);
                        }
                    },
                    "longshore-postgres-free");
            freeing.setDaemon(true);
            freeing.start();
        }
    }

    @Override
    public void close() {
        // write() leaves nothing open
    }

    /** Leaves a null out of the row. */
    private static final class OmittingSink extends ForwardingSink {
        private final CopySession session;
        private final int bit;

        OmittingSink(CopySession session, ValueSink next, int bit) {
            super(next);
            this.session = session;
            this.bit = bit;
        }

        @Override
        public void nullValue() {
            session.omit(bit);
        }
    }
}
