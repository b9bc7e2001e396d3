package dev.longshore.bench;

import de.bytefish.pgbulkinsert.mapping.AbstractMapping;

/** The rows of mixed types as PgBulkInsert has them. */
public final class BenchMapping extends AbstractMapping<BenchRow> {
    /** Maps all columns. */
    public BenchMapping() {
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
