package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.mysql.MySqlProvider.Path;
import dev.longshore.tck.Allocation;
import dev.longshore.tck.Allocation.Reading;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Iterator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mariadb.jdbc.BasePreparedStatement;
import org.mariadb.jdbc.Connection;
import org.mariadb.jdbc.client.Context;
import org.mariadb.jdbc.client.socket.Writer;
import org.mariadb.jdbc.client.util.Parameter;

/**
 * What a load allocates on the thread that calls it beyond what the driver does for statements of the same size, whose parameters
 * cost nothing. The fixed cost of a load is included.
 */
final class AllocationTest extends LiveTest {
    private static final int ROWS = 400_000;
    private static final int RUNS = 3;
    private static final int MOST_BYTES = 32;

    /** A parameter that is made once and never allocates. */
    private static final class Constant implements Parameter {
        private final int type;
        private final byte[] bytes;

        private Constant(WireType type, byte... bytes) {
            this.type = type.code();
            this.bytes = bytes;
        }

        Constant(WireType type, int size) {
            this(type, new byte[size]);
        }

        static Constant text(String text) {
            EncodedRows one = new EncodedRows(WireType.TEXT);
            one.beginRow();
            one.text(text);
            return new Constant(WireType.TEXT, Arrays.copyOf(one.bytes(), one.length(0)));
        }

        @Override
        public void encodeBinary(Writer encoder, Context context) throws IOException {
            encoder.writeBytes(bytes, 0, bytes.length);
        }

        @Override
        public int getBinaryEncodeType() {
            return type;
        }

        @Override
        public boolean isNull() {
            return false;
        }

        @Override
        public boolean canEncodeLongData() {
            return false;
        }

        @Override
        public int getApproximateTextProtocolLength() {
            return -1;
        }

        @Override
        public String bestEffortStringValue(Context context) {
            return "";
        }

        @Override
        public void encodeText(Writer encoder, Context context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void encodeLongData(Writer encoder) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] encodeData() {
            throw new UnsupportedOperationException();
        }
    }

    private interface Load {
        void run(Iterator<Reading> rows) throws SQLException;
    }

    private double bytesPerRow(Load load) throws SQLException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            execute("truncate table reading");
            least = Math.min(least, Allocation.bytesOf(() -> load.run(Reading.repeated(ROWS))));
        }
        assertThat(rows("select count(*), min(wide) from reading")).containsExactly(ROWS + "|größer €");
        return (double) least / ROWS;
    }

    private void createTable(String columns) throws SQLException {
        // InnoDB's own thread that keeps statistics can stand in the way of truncating
        execute("create table reading(" + columns + ") stats_persistent = 0");
    }

    /** What the driver allocates for the rows, in statements as the path has them. */
    private double driversShare(Path path, Parameter... parameters) throws SQLException {
        Connection driver = connection().unwrap(Connection.class);
        int rowsInText = path == Path.INSERT_BULK ? 1 : 1_000;
        String row = "(?" + ", ?".repeat(parameters.length - 1) + ")";
        String sql = "insert into reading values " + row + (", " + row).repeat(rowsInText - 1);
        driver.setAutoCommit(false);
        try (BasePreparedStatement insert = new MariaDbDriver(driver).prepare(sql)) {
            return bytesPerRow(rows -> {
                while (rows.hasNext()) {
                    if (path == Path.INSERT_BULK) {
                        batch(insert, rows, parameters);
                    } else {
                        statement(insert, rows, parameters);
                    }
                }
                driver.commit();
            });
        } finally {
            driver.setAutoCommit(true);
        }
    }

    private static void batch(BasePreparedStatement insert, Iterator<Reading> rows, Parameter... parameters)
            throws SQLException {
        for (int count = 0; count < 10_000 && rows.hasNext(); count++) {
            rows.next();
            for (int i = 0; i < parameters.length; i++) {
                insert.setParameter(i, parameters[i]);
            }
            insert.addBatch();
        }
        insert.executeBatch();
    }

    private static void statement(BasePreparedStatement insert, Iterator<Reading> rows, Parameter... parameters)
            throws SQLException {
        for (int i = 0; i < 1_000 * parameters.length; i++) {
            if (i % parameters.length == 0) {
                rows.next();
            }
            insert.setParameter(i, parameters[i % parameters.length]);
        }
        insert.executeLargeUpdate();
    }

    private void assertFrugal(Path path, double ours, Parameter... parameters) throws SQLException {
        assertThat(ours - driversShare(path, parameters)).isLessThanOrEqualTo(MOST_BYTES);
    }

    /** LOAD DATA takes floating-point numbers as text, which the JDK makes of each anew. */
    @ParameterizedTest
    @EnumSource(value = Path.class, mode = EnumSource.Mode.EXCLUDE, names = "LOAD_DATA")
    @DisplayName("400 000 rows of a record: at most 32 bytes a row more than the driver's")
    void records(Path path) throws SQLException {
        createTable("id bigint, n int, s smallint, d double, f float, b boolean, ascii varchar(20), wide varchar(20)");
        double ours = bytesPerRow(into("reading", path)::insert);
        assertFrugal(
                path,
                ours,
                new Constant(WireType.INT64, 8),
                new Constant(WireType.INT32, 4),
                new Constant(WireType.INT32, 4),
                new Constant(WireType.FLOAT64, 8),
                new Constant(WireType.FLOAT32, 4),
                new Constant(WireType.INT32, 4),
                Constant.text(Reading.ROW.ascii()),
                Constant.text(Reading.ROW.wide()));
    }

    @ParameterizedTest
    @EnumSource(Path.class)
    @DisplayName("400 000 rows by typed lambdas: at most 32 bytes a row more than the driver's")
    void mappings(Path path) throws SQLException {
        createTable("id bigint, n int, d double, b boolean, ascii varchar(20), wide varchar(20)");
        double ours = bytesPerRow(rows -> into("reading", path).insert(Reading.MAPPING, rows));
        assertFrugal(
                path,
                ours,
                new Constant(WireType.INT64, 8),
                new Constant(WireType.INT32, 4),
                new Constant(WireType.FLOAT64, 8),
                new Constant(WireType.INT32, 4),
                Constant.text(Reading.ROW.ascii()),
                Constant.text(Reading.ROW.wide()));
    }
}
