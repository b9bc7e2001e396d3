package dev.longshore.bench;

import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.PreparedBatch;

/** JDBI's PreparedBatch of a thousand. */
final class JdbiLoad extends MixedContender {
    private static final int BATCH_ROWS = 1_000;

    private final boolean timesAsText;

    JdbiLoad(boolean timesAsText, String flags) {
        super("JDBI's PreparedBatch", flags);
        this.timesAsText = timesAsText;
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) {
        String sql = shape.insert(1);
        return connection -> {
            try (Handle handle = Jdbi.create(connection).open()) {
                handle.useTransaction(transaction -> {
                    try (PreparedBatch batch = transaction.prepareBatch(sql)) {
                        for (BenchRow row : rows) {
                            add(batch, row);
                            if (batch.size() == BATCH_ROWS) {
                                batch.execute();
                            }
                        }
                        if (batch.size() > 0) {
                            batch.execute();
                        }
                    }
                });
            }
        };
    }

    private void add(PreparedBatch batch, BenchRow row) {
        batch.bind(0, row.id())
                .bind(1, row.name())
                .bind(2, row.amount())
                .bind(3, row.quantity())
                .bind(5, row.active())
                .bind(6, row.note());
        if (timesAsText) {
            batch.bind(4, row.created().toString());
        } else {
            batch.bind(4, row.created());
        }
        batch.add();
    }
}
