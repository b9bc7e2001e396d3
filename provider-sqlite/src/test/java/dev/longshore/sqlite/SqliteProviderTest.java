package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.LoadPlan;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SqliteProviderTest {
    /** A row with a type of each kind. */
    public record Person(
            @Nullable Long id,
            String name,
            LocalDate born,
            BigDecimal pay,
            double score,
            boolean active,
            LocalDateTime at) {}

    private static final String PERSON =
            "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE, pay"
                    + " DECIMAL(10,2), score REAL, active BOOLEAN, at DATETIME)";

    @Test
    void the_service_loader_finds_it() {
        assertThat(ServiceLoader.load(BulkProvider.class)).anyMatch(SqliteProvider.class::isInstance);
        assertThat(new SqliteProvider().name()).isEqualTo("sqlite");
        assertThat(new SqliteProvider().spiVersion()).isEqualTo(BulkProvider.SPI_VERSION);
        assertThat(new SqliteProvider().options()).containsExactly(SqliteProvider.DATE_FORM, SqliteProvider.UUID_FORM);
    }

    @Test
    void it_accepts_connections_of_the_driver() throws SQLException {
        try (Connection connection = Database.inMemory()) {
            assertThat(new SqliteProvider().match(connection)).isEqualTo(ProviderMatch.yes());
        }
    }

    @Test
    void it_says_why_it_does_not_accept_another() throws SQLException {
        assertThat(new SqliteProvider().match(connectionTo("Oracle")).reason())
                .isEqualTo("the product is \"Oracle\", not \"SQLite\"");
        assertThat(new SqliteProvider().match(connectionTo("SQLite")).reason())
                .matches("the connection class \\S+ does not unwrap to org.sqlite.SQLiteConnection");
    }

    /** A connection that unwraps to nothing and tells a product. */
    private static Connection connectionTo(String product) {
        return (Connection) Proxy.newProxyInstance(
                SqliteProviderTest.class.getClassLoader(),
                new Class<?>[] {Connection.class, java.sql.DatabaseMetaData.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "isWrapperFor" -> false;
                    case "getMetaData" -> proxy;
                    case "getDatabaseProductName" -> product;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    @Test
    void versions_too_old_are_refused_and_too_new_ones_noted() {
        assertThat(SqliteProvider.matchVersion("3.44.1"))
                .isEqualTo(ProviderMatch.no(
                        "the driver brings SQLite 3.44.1, but sqlite-jdbc 3.45.0.0 or newer is required"));
        assertThat(SqliteProvider.matchVersion("3.45.0")).isEqualTo(ProviderMatch.yes());
        assertThat(SqliteProvider.matchVersion("3.99.0"))
                .isEqualTo(ProviderMatch.yesBut("SQLite 3.99.0 is newer than 3.54, the newest tested"));
    }

    @Test
    void a_plan_tells_path_and_triggers() throws SQLException {
        try (Connection connection = Database.inMemory(PERSON)) {
            LoadPlan plan = BulkInserter.forConnection(connection).explain(Person.class);
            assertThat(plan.path()).isEqualTo("insert-values");
            assertThat(plan.shortPath()).isEqualTo("insert-values");
            assertThat(plan.shortRows()).isEqualTo(71);
            assertThat(plan.notes()).containsExactly("up to 71 rows a statement");
            Database.run(connection, "CREATE TRIGGER x AFTER INSERT ON person BEGIN SELECT 1; END");
            LoadPlan withTrigger = BulkInserter.forConnection(connection).explain(Person.class);
            assertThat(withTrigger.shortPath()).isNull();
            assertThat(withTrigger.notes())
                    .containsExactly(
                            "triggers fire for each row: x",
                            "up to 71 rows a statement",
                            "a short load takes a transaction too, because of triggers");
        }
    }

    @Test
    void declared_types_are_refused_at_preflight_all_at_once() throws SQLException {
        record Odd(Duration a, LocalDateTime b, UUID c) {}
        try (Connection connection = Database.inMemory("CREATE TABLE odd (a TEXT, b INT, c REAL)")) {
            assertThatThrownBy(() -> BulkInserter.forConnection(connection)
                            .insert(List.of(new Odd(Duration.ZERO, LocalDateTime.MIN, new UUID(0, 0)))))
                    .hasMessage("load into odd failed: 3 problems before the first row\n"
                            + "  - column a: a value of java.time.Duration can't be stored in a column of type TEXT\n"
                            + "  - column b: dates are stored as text, which does not belong in a column of type INT: set the"
                            + " option SqliteProvider.DATE_FORM, or declare the column TEXT or DATETIME\n"
                            + "  - column c: a UUID can't be stored in a column of type REAL");
        }
    }

    @Test
    void records_are_loaded_and_numbered() throws SQLException {
        List<Person> people = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            people.add(new Person(
                    null,
                    "name " + i,
                    LocalDate.of(2000, 1, 1).plusDays(i),
                    new BigDecimal("12.35"),
                    i / 4.0,
                    i % 2 == 0,
                    LocalDateTime.of(2024, 1, 2, 3, 4, 5)));
        }
        try (Connection connection = Database.inMemory(PERSON)) {
            assertThat(BulkInserter.forConnection(connection).insert(people).rowsWritten())
                    .isEqualTo(1000);
            assertThat(Database.rows(connection, "SELECT * FROM person WHERE id IN (1, 1000)"))
                    .containsExactly(
                            "1|name 0|2000-01-01|12.35|0.0|1|2024-01-02T03:04:05.000000000",
                            "1000|name 999|2002-09-26|12.35|249.75|0|2024-01-02T03:04:05.000000000");
        }
    }

    @Test
    void an_option_set_at_the_loader_reaches_the_values() throws SQLException {
        try (Connection connection = Database.inMemory("CREATE TABLE t (c INT)")) {
            BulkInserter.forConnection(connection)
                    .into("t")
                    .option(SqliteProvider.DATE_FORM, DateForm.EPOCH_SECONDS)
                    .insert(List.of(new Object[] {LocalDate.EPOCH.plusDays(1)}, new Object[] {LocalDate.EPOCH}));
            assertThat(Database.rows(connection, "SELECT c FROM t")).containsExactly("86400", "0");
        }
    }
}
