package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Moves sequences past the numbers that a load brought, so that the next INSERT does not collide. They are never moved back, also
 * beside others who take numbers at the same time: the gap is jumped while a lock keeps other writers of the table out. Taking
 * the numbers of the gap one by one would need no lock, but then another taker can be given the very number that the load
 * brought; it is only done for a role that may not set the sequence.
 */
final class SequenceMover {
    /** Taking so many numbers lasts some ten milliseconds. */
    private static final long MOST_TAKEN = 100_000;

    private static final String SEQUENCES =
            "select a.attname, s.seqrelid::int8, s.seqincrement, s.seqstart, s.seqmin, s.seqmax,"
                    + " pg_catalog.has_sequence_privilege(s.seqrelid, 'USAGE') or pg_catalog.has_sequence_privilege(s.seqrelid,"
                    + " 'UPDATE'), pg_catalog.has_sequence_privilege(s.seqrelid, 'UPDATE') and"
                    + " pg_catalog.has_table_privilege(a.attrelid, 'UPDATE, DELETE, TRUNCATE'), s.seqrelid::regclass::text"
                    + " from pg_catalog.pg_attribute a join pg_catalog.pg_sequence s on s.seqrelid in ("
                    + "select d.objid from pg_catalog.pg_depend d where d.classid = 'pg_class'::regclass and"
                    + " d.refclassid = 'pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum and"
                    + " d.deptype = 'i' union select d.refobjid from pg_catalog.pg_attrdef f join pg_catalog.pg_depend d on"
                    + " d.classid = 'pg_attrdef'::regclass and d.objid = f.oid and d.refclassid = 'pg_class'::regclass"
                    + " where f.adrelid = a.attrelid and f.adnum = a.attnum) where a.attrelid = ?::int8::oid";

    private final Connection connection;
    private final PostgresTable table;
    private final List<Watched> watched = new ArrayList<>();

    private record Sequence(
            String column,
            long oid,
            long increment,
            long start,
            long least,
            long greatest,
            boolean maySet,
            String name) {}

    private record Watched(Sequence sequence, IntegerSink.Extremes extremes) {}

    private SequenceMover(Connection connection, PostgresTable table) {
        this.connection = connection;
        this.table = table;
    }

    /**
     * Finds the sequences of the numbered columns that a load writes.
     *
     * @throws BulkLoadException if the role may not move one
     */
    static SequenceMover of(LoadRequest request) throws SQLException {
        SequenceMover mover = new SequenceMover(request.connection(), (PostgresTable) request.table());
        List<String> columns = request.columns().stream()
                .filter(column -> column.numbering() != Numbering.NONE)
                .map(TargetColumn::name)
                .toList();
        if (!columns.isEmpty()) {
            mover.find(columns);
        }
        return mover;
    }

    private void find(List<String> columns) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(SEQUENCES)) {
            query.setLong(1, table.traits().oid());
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String column = rows.getString(1);
                    if (!columns.contains(column)) {
                        continue;
                    }
                    if (!rows.getBoolean(7)) {
                        throw BulkLoadException.in(
                                        LoadPhase.PREFLIGHT,
                                        "the role may not move the sequence " + rows.getString(9)
                                                + ", as keepIdentity() must")
                                .column(column)
                                .table(table.name().toString())
                                .hint("GRANT USAGE ON SEQUENCE " + rows.getString(9) + " TO the role")
                                .build();
                    }
                    Sequence sequence = new Sequence(
                            column,
                            rows.getLong(2),
                            rows.getLong(3),
                            rows.getLong(4),
                            rows.getLong(5),
                            rows.getLong(6),
                            rows.getBoolean(8),
                            rows.getString(9));
                    watched.add(new Watched(sequence, new IntegerSink.Extremes(sequence.least(), sequence.greatest())));
                }
            }
        }
    }

    /** Notes the numbers that come to a column's sink. */
    void watch(TargetColumn column, ValueSink sink) {
        for (Watched each : watched) {
            if (each.sequence().column().equals(column.name()) && sink instanceof IntegerSink integers) {
                integers.noteIn(each.extremes());
            }
        }
    }

    /** A row begins, which may still be discarded. */
    void beginRow() {
        for (Watched each : watched) {
            each.extremes().beginRow();
        }
    }

    /** Forgets the numbers of the row that was begun last. */
    void discardRow() {
        for (Watched each : watched) {
            each.extremes().discardRow();
        }
    }

    /** Moves each sequence past what came so far. */
    void move() throws SQLException {
        for (Watched each : watched) {
            if (!each.extremes().isEmpty()) {
                move(each.sequence(), each.extremes());
            }
        }
    }

    private void move(Sequence sequence, IntegerSink.Extremes extremes) throws SQLException {
        boolean up = sequence.increment() > 0;
        // numbers beyond its bounds the sequence never comes to
        long wanted = up ? extremes.greatest() : extremes.least();
        long last = lastValue(sequence);
        if (sequence.maySet() && (up ? last < wanted : last > wanted)) {
            jump(sequence, target(sequence, last, wanted));
            return;
        }
        while (up ? last < wanted : last > wanted) {
            last = take(sequence, Math.min(gap(last, wanted, sequence.increment()), MOST_TAKEN));
        }
    }

    /** The first number at or behind the wanted one that the sequence would come to by itself; it is kept within its bounds. */
    private static long target(Sequence sequence, long last, long wanted) {
        long gap = gap(last, wanted, sequence.increment());
        if (gap == Long.MAX_VALUE) {
            return wanted;
        }
        long target = last + gap * sequence.increment();
        boolean within = sequence.increment() > 0
                ? target >= wanted && target <= sequence.greatest()
                : target <= wanted && target >= sequence.least();
        return within ? target : wanted;
    }

    /** How many numbers must be taken to get there; many, if there are more than fit. */
    private static long gap(long last, long wanted, long increment) {
        long distance = wanted - last;
        boolean overflowed = ((wanted ^ last) & (wanted ^ distance)) < 0;
        if (overflowed || distance == Long.MIN_VALUE || increment == Long.MIN_VALUE) {
            return Long.MAX_VALUE;
        }
        long steps = Math.abs(distance) / Math.abs(increment);
        return Math.abs(distance) % Math.abs(increment) == 0 ? steps : steps + 1;
    }

    private long lastValue(Sequence sequence) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select pg_catalog.pg_sequence_last_value(?::int8::oid::regclass)")) {
            query.setLong(1, sequence.oid());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                long last = row.getLong(1);
                return row.wasNull() ? sequence.start() - sequence.increment() : last;
            }
        }
    }

    private long take(Sequence sequence, long count) throws SQLException {
        String farthest = sequence.increment() > 0 ? "max" : "min";
        try (PreparedStatement query = connection.prepareStatement("select pg_catalog." + farthest
                + "(pg_catalog.nextval(?::int8::oid::regclass)) from pg_catalog.generate_series(1, ?)")) {
            query.setLong(1, sequence.oid());
            query.setLong(2, count);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private void jump(Sequence sequence, long wanted) throws SQLException {
        try (Statement lock = connection.createStatement()) {
            lock.execute("lock table " + table.sqlName() + " in share row exclusive mode");
        }
        String farther = sequence.increment() > 0 ? "greatest" : "least";
        try (PreparedStatement query = connection.prepareStatement("select pg_catalog.setval(?::int8::oid::regclass, "
                + farther + "(?::int8, pg_catalog.pg_sequence_last_value(?::int8::oid::regclass)))")) {
            query.setLong(1, sequence.oid());
            query.setLong(2, wanted);
            query.setLong(3, sequence.oid());
            query.executeQuery().close();
        }
    }
}
