package dev.longshore.bench;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What somebody writes in plain JDBC. */
final class PlainStatements extends Contender {
    static final String LOOP = "executeUpdate loop";
    static final String BATCH = "executeBatch of 1 000";

    private static final int BATCH_ROWS = 1_000;

    private final Way way;
    private final int rowsPerStatement;
    private final boolean timesAsText;
    private final boolean mixedOnly;

    private enum Way {
        LOOP,
        BATCH,
        MULTI_ROW
    }

    private PlainStatements(
            String title, String flags, Way way, int rowsPerStatement, boolean timesAsText, boolean mixedOnly) {
        super(title, flags);
        this.way = way;
        this.rowsPerStatement = rowsPerStatement;
        this.timesAsText = timesAsText;
        this.mixedOnly = mixedOnly;
    }

    /** A statement for each row. */
    static PlainStatements loop(boolean timesAsText) {
        return new PlainStatements(LOOP, "", Way.LOOP, 1, timesAsText, true);
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
        return new PlainStatements(title, flags, Way.BATCH, 1, timesAsText, false);
    }

    /** Many rows in one statement, which is how to be fast where there is nothing but statements. */
    static PlainStatements multiRow(boolean timesAsText, int rowsPerStatement) {
        return new PlainStatements(
                "multi-row VALUES of " + rowsPerStatement, "", Way.MULTI_ROW, rowsPerStatement, timesAsText, false);
    }

    @Override
    boolean takes(Shape<?> shape, int rows) {
        boolean hasCode = !mixedOnly || shape.name().equals("mixed");
        return hasCode && (way == Way.MULTI_ROW || rows <= Shape.KEPT);
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        return Load.inTransaction(
                switch (way) {
                    case LOOP -> loop(shape, rows);
                    case BATCH -> batch(shape, rows);
                    case MULTI_ROW -> multiRow(shape, rows);
                });
    }

    private <R> Load loop(Shape<R> shape, Collection<R> rows) {
        return connection -> {
            try (PreparedStatement insert = connection.prepareStatement(shape.insert(1))) {
                Parameters parameters = new Parameters(insert, timesAsText);
                for (R row : rows) {
                    shape.bind(parameters.begin(), row);
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
                    shape.bind(parameters.begin(), row);
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

    private <R> Load multiRow(Shape<R> shape, Collection<R> rows) {
        return connection -> {
            List<R> kept = new ArrayList<>(rowsPerStatement);
            if (rows.size() >= rowsPerStatement) {
                try (PreparedStatement insert = connection.prepareStatement(shape.insert(rowsPerStatement))) {
                    Parameters parameters = new Parameters(insert, timesAsText);
                    for (R row : rows) {
                        kept.add(row);
                        if (kept.size() == rowsPerStatement) {
                            execute(insert, parameters, shape, kept);
                            kept.clear();
                        }
                    }
                }
            } else {
                kept.addAll(rows);
            }
            if (!kept.isEmpty()) {
                try (PreparedStatement insert = connection.prepareStatement(shape.insert(kept.size()))) {
                    execute(insert, new Parameters(insert, timesAsText), shape, kept);
                }
            }
        };
    }

    private static <R> void execute(PreparedStatement insert, Parameters parameters, Shape<R> shape, List<R> rows)
            throws SQLException {
        parameters.begin();
        for (R row : rows) {
            shape.bind(parameters, row);
        }
        insert.executeUpdate();
    }
}
