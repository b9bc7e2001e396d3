package dev.longshore.bench;

import java.sql.PreparedStatement;
import java.util.Collection;

/** What somebody writes in plain JDBC. */
final class PlainStatements extends Contender {
    static final String LOOP = "executeUpdate loop";
    static final String BATCH = "executeBatch of 1 000";

    private static final int BATCH_ROWS = 1_000;

    private final boolean isBatch;
    private final boolean timesAsText;

    private PlainStatements(String title, String flags, boolean isBatch, boolean timesAsText) {
        super(title, flags);
        this.isBatch = isBatch;
        this.timesAsText = timesAsText;
    }

    /** A statement for each row. */
    static PlainStatements loop(boolean timesAsText) {
        return new PlainStatements(LOOP, "", false, timesAsText);
    }

    /**
     * Batches of a thousand rows.
     *
     * @param flags what makes the driver faster, or nothing
     */
    static PlainStatements batch(boolean timesAsText, String flags) {
        String title = flags.isEmpty()
                ? BATCH
                : BATCH + ", " + flags.replace("=true", "").replace("&", ", ");
        return new PlainStatements(title, flags, true, timesAsText);
    }

    @Override
    boolean takes(Shape<?> shape, int rows) {
        return (isBatch || shape.name().equals("mixed")) && rows <= Shape.KEPT;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        return Load.inTransaction(isBatch ? batch(shape, rows) : loop(shape, rows));
    }

    private <R> Load loop(Shape<R> shape, Collection<R> rows) {
        return connection -> {
            try (PreparedStatement insert = connection.prepareStatement(shape.insert(1))) {
                Parameters parameters = new Parameters(insert, timesAsText);
                for (R row : rows) {
                    shape.values(parameters.begin(), row);
                    insert.executeUpdate();
                }
            }
        };
    }

    private <R> Load batch(Shape<R> shape, Collection<R> rows) {
        return connection -> {
            try (PreparedStatement insert = connection.prepareStatement(shape.insert(1))) {
                Parameters parameters = new Parameters(insert, timesAsText);
                int pending = 0;
                for (R row : rows) {
                    shape.values(parameters.begin(), row);
                    insert.addBatch();
                    if (++pending == BATCH_ROWS) {
                        insert.executeBatch();
                        pending = 0;
                    }
                }
                if (pending > 0) {
                    insert.executeBatch();
                }
            }
        };
    }
}
