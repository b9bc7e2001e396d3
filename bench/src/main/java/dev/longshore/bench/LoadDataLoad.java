package dev.longshore.bench;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Statement;
import java.util.Collection;

/** MariaDB's LOAD DATA LOCAL of bytes that were made before: what can be had at most. */
final class LoadDataLoad extends Contender {
    static final String TITLE = "LOAD DATA LOCAL of pre-encoded bytes";

    LoadDataLoad() {
        super(TITLE, "allowLocalInfile=true");
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        StringBuilder lines = new StringBuilder();
        for (R row : rows) {
            shape.line(lines, row);
            lines.append('\n');
        }
        byte[] bytes = lines.toString().getBytes(StandardCharsets.UTF_8);
        return Load.inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                org.mariadb.jdbc.Statement driver = statement.unwrap(org.mariadb.jdbc.Statement.class);
                driver.setLocalInfileInputStream(new ByteArrayInputStream(bytes));
                driver.execute("load data local infile 'rows' into table bench character set utf8mb4");
            }
        });
    }
}
