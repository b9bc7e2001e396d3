package dev.longshore.bench;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.SQLDialect;
import org.jspecify.annotations.Nullable;

/** An SQLite file; each begin makes a fresh one, over a fresh connection. Times are ISO text. */
final class SqliteFile extends Database {
    private static final int ROWS_PER_INSERT = 200;

    static final String MULTI_ROW = MultiRowInserts.title(ROWS_PER_INSERT);

    private final Path folder;
    private final List<String> pragmas;
    private @Nullable String cProgramSqlite;

    private SqliteFile(String name, Path folder, List<String> pragmas) {
        super(name, ChronoUnit.NANOS);
        this.folder = folder;
        this.pragmas = pragmas;
    }

    /** As SQLite is by default: a rollback journal that is written through to the disk. */
    static SqliteFile withDefaults(Path folder) {
        return new SqliteFile("sqlite", folder, List.of());
    }

    /** A write-ahead log that is written through now and then. */
    static SqliteFile withWriteAheadLog(Path folder) {
        return new SqliteFile(
                "sqlite-wal", folder, List.of("pragma journal_mode = wal", "pragma synchronous = normal"));
    }

    @Override
    List<Contender> contenders() throws IOException, InterruptedException {
        List<Contender> all = new ArrayList<>(List.of(
                LongshoreLoad.plain(),
                PlainStatements.loop(true),
                PlainStatements.batch(true, ""),
                MultiRowInserts.of(ROWS_PER_INSERT, true),
                new JooqLoad(SQLDialect.SQLITE, true, ""),
                new JdbiLoad(true, ""),
                new SpringLoad(true, "")));
        try {
            CProgram program = CProgram.compile(folder, ROWS_PER_INSERT);
            cProgramSqlite = program.sqliteVersion();
            all.add(program);
        } catch (CProgram.Missing e) {
            System.out.println("C program: " + e.getMessage());
        }
        return all;
    }

    @Override
    List<KeyContender> keyContenders() {
        return List.of(KeyContender.withoutKeys(), KeyContender.withKeys(), KeyContender.loop());
    }

    @Override
    void begin(Shape<?> shape) throws IOException, SQLException {
        begin(createTableOf(shape));
    }

    @Override
    void beginKeys() throws IOException, SQLException {
        begin("create table item (id integer primary key, name text not null, amount numeric, quantity integer,"
                + " active integer)");
    }

    private void begin(String createTable) throws IOException, SQLException {
        closeConnections();
        for (String suffix : new String[] {"", "-journal", "-wal", "-shm"}) {
            Files.deleteIfExists(Path.of(file() + suffix));
        }
        execute(createTable);
    }

    private Path file() {
        return folder.resolve("bench.db");
    }

    @Override
    Connection connect(String flags) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        try (Statement statement = connection.createStatement()) {
            for (String pragma : pragmas) {
                statement.execute(pragma);
            }
        }
        return connection;
    }

    static String createTableOf(Shape<?> shape) {
        return createTable(shape, SqliteFile::type).replace("(id integer not null", "(id integer primary key");
    }

    private static String type(Column.Type type) {
        return switch (type) {
            case INT64, INT32 -> "integer";
            case FLOAT64 -> "real";
            case BOOLEAN -> "boolean";
            case DECIMAL -> "decimal(12, 2)";
            case SHORT_TEXT, LONG_TEXT, DATE_TIME, DATE -> "text";
        };
    }

    /** As SQLite itself writes values down: its quote() makes an SQL literal, so that 1, 1.0 and '1' differ. */
    @Override
    List<String> stored(Shape<?> shape) throws SQLException {
        List<String> stored = new ArrayList<>();
        String sql = shape.columns().stream()
                .map(column -> "quote(" + column.name() + ")")
                .collect(Collectors.joining(" || ', ' || ", "select ", " from bench order by id"));
        try (Statement statement = connection("").createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                stored.add(row.getString(1));
            }
        }
        return stored;
    }

    @Override
    String shown(@Nullable Object[] cells) {
        List<String> shown = new ArrayList<>();
        for (Object cell : cells) {
            if (cell == null) {
                shown.add("NULL");
            } else if (cell instanceof BigDecimal decimal) {
                shown.add(decimal.stripTrailingZeros().toPlainString());
            } else if (cell instanceof Number) {
                shown.add(cell.toString());
            } else if (cell instanceof Boolean yes) {
                shown.add(yes ? "1" : "0");
            } else {
                shown.add("'" + cell.toString().replace("'", "''") + "'");
            }
        }
        return String.join(", ", shown);
    }

    @Override
    Map<String, Object> facts() throws SQLException {
        Map<String, Object> facts = super.facts();
        if (cProgramSqlite != null) {
            facts.put("cProgramSqlite", cProgramSqlite);
        }
        return facts;
    }

    @Override
    void stop() {}
}
