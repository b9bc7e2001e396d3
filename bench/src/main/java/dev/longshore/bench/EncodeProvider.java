package dev.longshore.bench;

import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.PathChoice;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.spi.RowCursor;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.sqlite.SqliteProvider;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the way of a real load, engine and all, up to the bytes, and sends them nowhere. The connection, of any kind, is asked for
 * transactions only.
 */
final class EncodeProvider implements BulkProvider {
    private static final int SENT_BYTES = 1 << 16;

    private final TargetTable table;
    private final Encodings encodings;
    private final SqlDialect dialect = new SqliteProvider().dialect();

    /** Makes the encoders of a load. */
    interface Encodings {
        Encoding of(LoadRequest request) throws SQLException;
    }

    EncodeProvider(TargetTable table, Encodings encodings) {
        this.table = table;
        this.encodings = encodings;
    }

    @Override
    public String name() {
        return "encode";
    }

    @Override
    public int spiVersion() {
        return SPI_VERSION;
    }

    @Override
    public ProviderMatch match(Connection connection) {
        return ProviderMatch.yes();
    }

    @Override
    public SqlDialect dialect() {
        return dialect;
    }

    @Override
    public TargetTable describe(Connection connection, List<Identifier> name) {
        return table;
    }

    @Override
    public @Nullable String refusal(LoadRequest request, TargetColumn column, Class<?> javaType) {
        return null;
    }

    @Override
    public PathChoice choosePath(LoadRequest request) {
        return PathChoice.of("encode");
    }

    @Override
    public BulkSession open(LoadRequest request, String path) throws SQLException {
        return new Session(encodings.of(request));
    }

    private record Session(Encoding encoding) implements BulkSession {
        @Override
        public long write(RowCursor rows) throws SQLException {
            long count = 0;
            while (rows.next()) {
                rows.writeTo(encoding);
                count++;
                if (encoding.waitingBytes() >= SENT_BYTES) {
                    encoding.sent();
                }
            }
            encoding.sent();
            rows.sent(count, 0);
            return count;
        }

        @Override
        public void cancel() {}

        @Override
        public void close() {}
    }
}
