package dev.longshore.bench;

import de.bytefish.pgbulkinsert.PgBulkInsert;
import java.util.List;
import org.postgresql.PGConnection;

/** The library PgBulkInsert. */
final class PgBulkInsertLoad extends MixedContender {
    static final String TITLE = "PgBulkInsert";

    PgBulkInsertLoad() {
        super(TITLE, "");
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) {
        return Load.inTransaction(connection ->
                new PgBulkInsert<>(new BenchMapping()).saveAll(connection.unwrap(PGConnection.class), rows));
    }
}
