package dev.longshore.bench;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Spring's JdbcTemplate.batchUpdate in batches of a thousand. */
final class SpringLoad extends MixedContender {
    private static final int BATCH_ROWS = 1_000;

    private final boolean timesAsText;

    SpringLoad(boolean timesAsText, String flags) {
        super("Spring's batchUpdate", flags);
        this.timesAsText = timesAsText;
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) {
        String sql = shape.insert(1);
        return Load.inTransaction(connection -> {
            JdbcTemplate template = new JdbcTemplate(new SingleConnectionDataSource(connection, true));
            template.batchUpdate(
                    sql,
                    rows,
                    BATCH_ROWS,
                    (insert, row) -> shape.values(new Parameters(insert, timesAsText).begin(), row));
        });
    }
}
