package dev.longshore.bench.postgres;

import de.bytefish.pgbulkinsert.PgBulkInsert;
import dev.longshore.BulkInserter;
import dev.longshore.RowMapping;
import dev.longshore.bench.BenchMapping;
import dev.longshore.bench.BenchRow;
import dev.longshore.bench.BenchRows;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.PGCopyOutputStream;
import org.postgresql.util.ByteConverter;

/** A way to load rows into the table {@code bench} over an open connection in autocommit mode. */
enum Contender {
    LONGSHORE("Longshore") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            BulkInserter.forConnection(connection).into("bench").insert(MAPPING, rows);
        }
    },
    LOOP("executeUpdate loop in a transaction") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                for (BenchRow row : rows) {
                    bind(insert, row);
                    insert.executeUpdate();
                }
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },
    BATCH("executeBatch of 1000, rewritten if the connection says so") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
                int pending = 0;
                for (BenchRow row : rows) {
                    bind(insert, row);
                    insert.addBatch();
                    if (++pending % 1_000 == 0) {
                        insert.executeBatch();
                    }
                }
                insert.executeBatch();
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },
    PRE_ENCODED("pre-encoded bytes into CopyIn") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            byte[] bytes = ENCODED.computeIfAbsent(rows.size(), any -> encoded(rows));
            connection.setAutoCommit(false);
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy bench from stdin binary");
            for (int at = 0; at < bytes.length; at += CHUNK) {
                copy.writeToCopy(bytes, at, Math.min(CHUNK, bytes.length - at));
            }
            copy.endCopy();
            connection.commit();
            connection.setAutoCommit(true);
        }
    },
    HAND_WRITTEN("hand-written COPY BINARY") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            connection.setAutoCommit(false);
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("copy bench from stdin binary");
            try (PGCopyOutputStream stream = new PGCopyOutputStream(copy);
                    DataOutputStream out = new DataOutputStream(new BufferedOutputStream(stream, CHUNK))) {
                write(out, rows);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            connection.commit();
            connection.setAutoCommit(true);
        }
    },
    PG_BULK_INSERT("PgBulkInsert 8.1.4") {
        @Override
        void load(Connection connection, List<BenchRow> rows) throws SQLException {
            connection.setAutoCommit(false);
            new PgBulkInsert<>(new BenchMapping()).saveAll(connection.unwrap(PGConnection.class), rows);
            connection.commit();
            connection.setAutoCommit(true);
        }
    };

    private static final int CHUNK = 1 << 16;
    private static final LocalDateTime EPOCH = LocalDateTime.of(2000, 1, 1, 0, 0);
    private static final String INSERT = "insert into bench values (?, ?, ?, ?, ?, ?, ?)";
    private static final Map<Integer, byte[]> ENCODED = new HashMap<>();

    private static final RowMapping<BenchRow> MAPPING = BenchRows.mapping(BenchRows.MIXED);

    private final String title;

    Contender(String title) {
        this.title = title;
    }

    abstract void load(Connection connection, List<BenchRow> rows) throws SQLException;

    String title() {
        return title;
    }

    private static void bind(PreparedStatement insert, BenchRow row) throws SQLException {
        insert.setLong(1, row.id());
        insert.setString(2, row.name());
        insert.setBigDecimal(3, row.amount());
        insert.setInt(4, row.quantity());
        insert.setObject(5, row.created());
        insert.setBoolean(6, row.active());
        insert.setString(7, row.note());
    }

    /** Encoded by hand, so that the ceiling owes nothing to what is measured. */
    private static byte[] encoded(List<BenchRow> rows) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, rows);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** What somebody writes who needs it for this one table. */
    private static void write(DataOutputStream out, List<BenchRow> rows) throws IOException {
        out.write(new byte[] {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xff, '\r', '\n', 0});
        out.writeLong(0);
        for (BenchRow row : rows) {
            out.writeShort(7);
            out.writeInt(8);
            out.writeLong(row.id());
            write(out, row.name());
            byte[] amount = ByteConverter.numeric(row.amount());
            out.writeInt(amount.length);
            out.write(amount);
            out.writeInt(4);
            out.writeInt(row.quantity());
            out.writeInt(8);
            out.writeLong(ChronoUnit.MICROS.between(EPOCH, row.created()));
            out.writeInt(1);
            out.writeBoolean(row.active());
            write(out, row.note());
        }
        out.writeShort(-1);
    }

    private static void write(DataOutputStream out, @Nullable String text) throws IOException {
        if (text == null) {
            out.writeInt(-1);
        } else {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            out.writeInt(utf8.length);
            out.write(utf8);
        }
    }
}
