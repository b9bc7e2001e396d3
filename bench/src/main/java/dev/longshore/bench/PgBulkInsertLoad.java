package dev.longshore.bench;

import de.bytefish.pgbulkinsert.PgBulkInsert;
import de.bytefish.pgbulkinsert.mapping.AbstractMapping;
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

    private static final class BenchMapping extends AbstractMapping<BenchRow> {
        @SuppressWarnings("NullAway") // its getters may give null
        BenchMapping() {
            super("public", "bench");
            mapLongPrimitive("id", BenchRow::id);
            mapText("name", BenchRow::name);
            mapNumeric("amount", BenchRow::amount);
            mapIntegerPrimitive("quantity", BenchRow::quantity);
            mapTimeStamp("created", BenchRow::created);
            mapBooleanPrimitive("active", BenchRow::active);
            mapText("note", BenchRow::note);
        }
    }
}
