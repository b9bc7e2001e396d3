package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.tds.TdsTable;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which connections are the provider's own, and what it knows of names. */
@DisplayName("The provider for SQL Server")
final class SqlServerProviderTest extends WireTest {
    @Test
    void takesWhatItKnows() throws Exception {
        assertThat(new SqlServerProvider().match(connection())).isEqualTo(ProviderMatch.yes());
        assertThat(SqlServerProvider.match("16.00.1000", 16, 13, "13.4.0")).isEqualTo(ProviderMatch.yes());
    }

    @Test
    void saysWhyNot() {
        assertThat(SqlServerProvider.match("16.00.1000", 16, 9, "9.4.1"))
                .isEqualTo(ProviderMatch.no("the driver is mssql-jdbc 9.4.1, but 12.0 or newer is needed"));
        assertThat(SqlServerProvider.match("10.50.1600", 10, 13, "13.4.0"))
                .isEqualTo(ProviderMatch.no("SQL Server 10.50.1600 is older than 13 (2016), the oldest supported"));
    }

    @Test
    void isFoundByTheConnection() throws Exception {
        table("t", column("id", "int"));

        try (Connection other = DriverManager.getConnection(endpoint().url())) {
            assertThat(BulkInserter.forConnection(other)
                            .into("t")
                            .insert(each(1))
                            .rowsWritten())
                    .isEqualTo(1);
        }
    }

    @Test
    void namesAreQuotedAndSplit() {
        SqlServerDialect dialect = SqlServerDialect.INSTANCE;

        assertThat(dialect.quote("a]b")).isEqualTo("[a]]b]");
        assertThat(dialect.parse("db.[my schema].\"o\"\"x\""))
                .isEqualTo(List.of(
                        new Identifier("db", Identifier.Match.CASE_RULE),
                        new Identifier("my schema", Identifier.Match.EXACT),
                        new Identifier("o\"x", Identifier.Match.EXACT)));
        assertThat(dialect.sameName("Name", "nAME")).isTrue();
    }

    @Test
    void everyCodePageOfSqlServerHasACharset() {
        for (int codePage :
                List.of(437, 850, 874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258)) {
            assertThat(CodePages.charset(codePage)).as("%d", codePage).isNotNull();
        }
        assertThat(CodePages.charset(65_001)).isEqualTo(StandardCharsets.UTF_8);
        assertThat(CodePages.charset(1)).isNull();
    }

    @Test
    @DisplayName("Babelfish converts nothing: each value goes in its column's own type, or by INSERT")
    void babelfish() throws Exception {
        endpoint().actAsBabelfish();
        table("t", column("id", "int"), column("u", "uniqueidentifier"));
        assertThat(into("t").explain(Object[].class).toString())
                .contains("Babelfish stores column u of type uniqueidentifier wrongly");

        table("t", column("day", "date"), column("c", "char(5)"));
        assertThat(into("t").explain(Object[].class).toString())
                .contains(
                        "Babelfish needs sendTemporalDataTypesAsStringForBulkCopy=false in the URL for column day of type"
                                + " date");

        reconnect("sendTemporalDataTypesAsStringForBulkCopy=false");
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            table(
                    "t",
                    column("day", "date"),
                    column("at", "datetime2(6)"),
                    column("due", "datetimeoffset(6)"),
                    column("time", "time(6)"),
                    column("c", "char(5)"));
            copyInto("t")
                    .columns("day", "at", "due", "time", "c")
                    .insert(rowsOf(row(
                            LocalDate.of(2024, 2, 29),
                            LocalDateTime.parse("2024-10-06T02:30:00.123456"),
                            OffsetDateTime.parse("2024-01-01T10:00:00.001+05:30"),
                            LocalTime.parse("23:59:59.999999"),
                            "ab")));
        } finally {
            TimeZone.setDefault(before);
        }

        assertThat(endpoint().rows("t"))
                .containsExactly(list(
                        LocalDate.of(2024, 2, 29),
                        LocalDateTime.parse("2024-10-06T02:30:00.123456"),
                        OffsetDateTime.parse("2024-01-01T10:00:00.001+05:30"),
                        LocalTime.parse("23:59:59.999999"),
                        "ab   "));
    }

    @Test
    @DisplayName("old days come to Babelfish as they are, but for the ten that the driver's calendar does not have")
    void oldDaysOnBabelfish() throws Exception {
        endpoint().actAsBabelfish();
        reconnect("sendTemporalDataTypesAsStringForBulkCopy=false");
        TimeZone before = TimeZone.getDefault();
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
            for (String day :
                    List.of("0001-01-03", "0999-01-01", "1000-02-28", "1500-12-31", "1582-10-04", "1582-10-15")) {
                LocalDateTime stamp = LocalDate.parse(day).atTime(1, 2, 3, 456_700);
                OffsetDateTime zoned = stamp.atOffset(ZoneOffset.ofHoursMinutes(-5, -30));
                table("t", column("a", "date"), column("b", "datetime2(7)"), column("c", "datetimeoffset(7)"));

                copyInto("t").columns("a", "b", "c").insert(rowsOf(row(stamp.toLocalDate(), stamp, zoned)));

                assertThat(endpoint().rows("t")).containsExactly(list(stamp.toLocalDate(), stamp, zoned));
            }
            LocalDateTime lost = LocalDateTime.parse("1582-10-10T12:00");
            for (Object value : list(lost.toLocalDate(), lost, lost.atOffset(ZoneOffset.UTC))) {
                String type =
                        value instanceof LocalDate ? "date" : value == lost ? "datetime2(7)" : "datetimeoffset(7)";
                table("t", column("c", type));

                var failure = failureOf(() -> copyInto("t").columns("c").insert(each(value)));

                assertThat(failure.getMessage())
                        .isEqualTo(
                                "load into t failed at row 0, column c: the driver has no day 1582-10-10 in the binary"
                                        + " form that Babelfish needs in a bulk copy. Set the option SqlServerProvider.PATH to"
                                        + " INSERT_VALUES");
                assertUsable();
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    @DisplayName("NUL in a text, which Babelfish does not hold, is refused with its place")
    void nulOnBabelfish() {
        endpoint().actAsBabelfish();
        table("t", column("c", "nvarchar(10)"));

        for (var inserter : List.of(copyInto("t"), insertInto("t"))) {
            var failure = failureOf(() -> inserter.columns("c").insert(each("fine", "a\0b")));

            assertThat(failure.rowIndex()).isEqualTo(1);
            assertThat(failure.column()).isEqualTo("c");
            assertThat(failure.reason()).isEqualTo("the text holds the character NUL at index 1");
        }
    }

    @Test
    @DisplayName("Babelfish fires no trigger and checks no foreign key in a bulk load, so INSERT is used")
    void triggersAndForeignKeysOnBabelfish() throws Exception {
        endpoint().actAsBabelfish();
        TdsTable plain = TdsTable.of("t", column("id", "int"));

        endpoint().add(plain.triggers("logging", null));
        assertThat(into("t").explain(Object[].class).toString())
                .contains("Babelfish fires no triggers in a bulk load, and there is logging");
        assertThat(into("t")
                        .option(SqlServerProvider.SKIP_TRIGGERS, true)
                        .insert(each(1))
                        .path())
                .isEqualTo("bulk-copy");

        endpoint().add(plain.referring());
        assertThat(into("t").explain(Object[].class).toString())
                .contains("Babelfish checks no foreign keys in a bulk load");
        assertThat(into("t")
                        .option(SqlServerProvider.SKIP_CONSTRAINTS, true)
                        .insert(each(1))
                        .path())
                .isEqualTo("bulk-copy");
    }
}
