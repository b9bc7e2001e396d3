package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.ReturnedRow;
import dev.longshore.spi.support.RowBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Runs loads whose rows are pulled from a source, and explains loads. Pushed rows come through {@link PushLoad}. Immutable
 * and thread-safe.
 */
public final class LoadEngine {
    /** How much the first rows, from which it is seen whether a load is short, may take. */
    private static final long FIRST_ROWS_BYTES = 1 << 20;

    /** How many rows are sent before their keys are handed over: as many as cost a COPY little more than a whole one. */
    private static final int BLOCK_ROWS = 50_000;

    private static final long BLOCK_BYTES = 8L << 20;

    private final ConnectionSource connections;
    private final LoadSettings settings;

    public LoadEngine(ConnectionSource connections, LoadSettings settings) {
        this.connections = connections;
        this.settings = settings;
    }

    LoadSettings settings() {
        return settings;
    }

    LoadRun newRun() {
        return new LoadRun(connections, settings);
    }

    public LoadResult load(MappingFactory mappings, RowSource source) throws BulkLoadException {
        LoadRun run = newRun();
        try {
            if (!skipTo(settings.resumeFrom(), source, run.guard())) {
                return run.empty();
            }
            Object first = requireRow(source.row(), settings.resumeFrom());
            run.prepare(mappings.of(first), null);
            if (settings.batched()) {
                BatchedLoad batches = new BatchedLoad(run, settings);
                long more = batches.begin() - settings.resumeFrom();
                if (more == 0 || skipTo(more - 1, source, run.guard())) {
                    batches.sendAll(source);
                }
                return run.commit();
            }
            if (run.beginsOnDemand()) {
                run.beginOnDemand();
                run.write(run.cursor(new RowBuffer(0, 0), source, true, 0));
            } else {
                FirstRows head = record(run, source);
                run.begin(head.all() ? head.rows().rows() : 0);
                run.write(run.cursor(head.rows(), head.rest(), head.standing(), 0));
            }
            return run.commit();
        } catch (Throwable e) {
            throw run.fail(e);
        }
    }

    /** Goes to the row of an index. Returns false if there are not so many. */
    private static boolean skipTo(long index, RowSource source, LoadGuard guard) throws BulkLoadException {
        for (long row = 0; row <= index; row++) {
            guard.check();
            if (!MappedRowCursor.advance(source, guard, row)) {
                return false;
            }
        }
        return true;
    }

    /** Loads rows in blocks, and hands over the keys of each block once the database has it. */
    public <K> LoadResult load(MappingFactory mappings, RowSource source, ReturnedKeys<K> keys)
            throws BulkLoadException {
        LoadRun run = newRun();
        try {
            if (!MappedRowCursor.advance(source, run.guard(), 0)) {
                return run.empty();
            }
            run.prepare(mappings.of(requireRow(source.row(), 0)), keys.type());
            RowBuffer block = new RowBuffer(run.writer().columnCount(), BLOCK_BYTES);
            // rows that a callback gets are held until then, which only their recorded size can limit
            long size = keys.hasCallback() ? -1 : source.size();
            if (size > run.shortRows()) {
                run.begin(0);
            }
            long index = 0;
            boolean more = true;
            while (more) {
                if (run.begun() && size > index && run.streams()) {
                    int most = (int) Math.min(size - index, BLOCK_ROWS);
                    MappedRowCursor rows = run.cursor(block, source.part(most), true, index);
                    run.write(rows, most, keys, index);
                    index += rows.rowsRead();
                    more = MappedRowCursor.advance(source, run.guard(), index);
                } else {
                    more = fill(run, source, block, index, keys);
                    if (!run.begun()) {
                        boolean isShort = !more && !keys.hasCallback() && block.rows() <= run.shortRows();
                        run.begin(isShort ? block.rows() : 0);
                    }
                    run.write(run.cursor(block, RowSource.EMPTY, false, index), block.rows(), keys, index);
                    index += block.rows();
                    block.clear();
                }
            }
            return run.commit();
        } catch (Throwable e) {
            throw run.fail(e);
        }
    }

    /** Records a block of rows, of which the source stands on the first. Returns whether it stands on one more. */
    private static boolean fill(LoadRun run, RowSource source, RowBuffer block, long from, ReturnedKeys<?> keys)
            throws SQLException {
        long index = from;
        do {
            run.guard().check();
            Object row = source.row();
            run.writer().write(row, index, block);
            keys.hold(requireRow(row, index++));
            if (!MappedRowCursor.advance(source, run.guard(), index)) {
                return false;
            }
        } while (block.rows() < BLOCK_ROWS && !block.full());
        return true;
    }

    public LoadPlan explain(MappingFactory mappings) throws BulkLoadException {
        LoadRun run = newRun();
        try {
            run.prepare(mappings.withoutRow(), settings.returning().isEmpty() ? null : ReturnedRow.class);
            LoadPlan plan = run.plan();
            run.endWithoutLoad();
            return plan;
        } catch (Throwable e) {
            throw run.fail(e);
        }
    }

    private static Object requireRow(@Nullable Object row, long index) throws BulkLoadException {
        if (row == null) {
            throw BulkLoadException.in(LoadPhase.SOURCE, "the row is null")
                    .row(index)
                    .build();
        }
        return row;
    }

    /**
     * The rows read before the path is entered.
     *
     * @param rows the rows, recorded
     * @param all whether there is none after them
     * @param rest the rows after them
     * @param standing whether {@code rest} stands on its first row already
     */
    private record FirstRows(RowBuffer rows, boolean all, RowSource rest, boolean standing) {}

    /**
     * Records as many rows as a short load may have, to see whether this is one. The source stands on its first row. Where
     * no load is short, only that first row is recorded.
     */
    private static FirstRows record(LoadRun run, RowSource source) throws SQLException {
        RowWriter writer = run.writer();
        RowBuffer rows = new RowBuffer(writer.columnCount(), FIRST_ROWS_BYTES, false);
        int most = run.shortRows();
        long index = 0;
        while (true) {
            writer.write(source.row(), index++, rows);
            if (rows.holdsStream() || rows.full() || rows.rows() >= Math.max(1, most)) {
                // one row more decides, but asking for it could end the life of a stream in this one
                boolean more = rows.holdsStream() || most == 0;
                return more ? new FirstRows(rows, false, source, false) : peek(run, source, rows, index);
            }
            run.guard().check();
            if (!MappedRowCursor.advance(source, run.guard(), index)) {
                return new FirstRows(rows, true, RowSource.EMPTY, false);
            }
        }
    }

    private static FirstRows peek(LoadRun run, RowSource source, RowBuffer rows, long index) throws SQLException {
        return MappedRowCursor.advance(source, run.guard(), index)
                ? new FirstRows(rows, false, source, true)
                : new FirstRows(rows, true, RowSource.EMPTY, false);
    }
}
