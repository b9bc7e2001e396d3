package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkLoadException;
import dev.longshore.UnstorableText;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.RowBuffer;
import dev.longshore.spi.support.TextMender;
import dev.longshore.sqlite.SqliteProvider.DateForm;
import dev.longshore.sqlite.SqliteProvider.UuidForm;
import java.math.BigDecimal;
import java.net.URI;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConfig.DateClass;

class ColumnRuleTest {
    /** One value of each kind, such that only the kind can stand against it. */
    private static final List<Object> VALUES = List.of(
            true,
            7,
            7.0,
            new BigDecimal("7"),
            "7",
            new byte[] {7},
            new UUID(0, 7),
            LocalDate.EPOCH,
            LocalTime.NOON,
            LocalTime.NOON.atOffset(ZoneOffset.UTC),
            LocalDateTime.of(1970, 1, 1, 12, 0),
            Instant.ofEpochSecond(43_200),
            new Timestamp(43_200_000),
            Duration.ZERO,
            Period.ZERO,
            List.of(7),
            new int[] {7},
            URI.create("x:y"),
            new AtomicLong(7));

    private static ColumnRule rule(
            String type,
            boolean strict,
            boolean rowidAlias,
            @Nullable DateForm form,
            DateClass dateClass,
            UuidForm uuid) {
        Affinity affinity = Affinity.of(type, strict);
        TargetColumn column = new TargetColumn("c", type, affinity.kind(type), true, false, Numbering.NONE, false);
        return new ColumnRule(column, affinity, strict, rowidAlias, form, dateClass, 1, uuid);
    }

    private static List<ColumnRule> rules() {
        List<DateForm> forms = new ArrayList<>(Arrays.asList(DateForm.values()));
        List<ColumnRule> rules = new ArrayList<>();
        for (DateClass dateClass : DateClass.values()) {
            for (UuidForm uuid : UuidForm.values()) {
                for (int i = -1; i < forms.size(); i++) {
                    DateForm form = i < 0 ? null : forms.get(i);
                    for (String type : List.of("INTEGER", "INT", "REAL", "TEXT", "BLOB", "ANY")) {
                        rules.add(rule(type, true, false, form, dateClass, uuid));
                    }
                    for (String type : List.of(
                            "INTEGER",
                            "REAL",
                            "decimal(9,2)",
                            "TEXT",
                            "BLOB",
                            "",
                            "boolean",
                            "date",
                            "time",
                            "datetime",
                            "uuid",
                            "json",
                            "binary",
                            "string")) {
                        rules.add(rule(type, false, false, form, dateClass, uuid));
                    }
                    rules.add(rule("INTEGER", false, true, form, dateClass, uuid));
                }
            }
        }
        return rules;
    }

    @Test
    void preflight_and_values_agree() {
        for (ColumnRule rule : rules()) {
            for (Object value : VALUES) {
                if (rule.wholeNumbersOnly() && rule.dateForm() == DateForm.JULIAN_DAY && value instanceof LocalDate) {
                    // days begin at noon: the kind would do, but not this value
                    continue;
                }
                assertThat(refusalOf(value, rule))
                        .as("%s into %s", value.getClass(), rule)
                        .isEqualTo(rule.refusal(value.getClass()));
            }
        }
    }

    private static @Nullable String refusalOf(Object value, ColumnRule rule) {
        RowBuffer buffer = new RowBuffer(1, 1000);
        buffer.beginRow();
        try {
            new SqliteColumnSink(
                            rule,
                            buffer.column(0),
                            new DateText(),
                            null,
                            new TextMender(UnstorableText.REFUSE, false),
                            new TextsMadeNumbers())
                    .object(value);
            return null;
        } catch (BulkLoadException e) {
            return e.reason();
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void types_without_a_form_are_refused_by_name() {
        ColumnRule text = rule("TEXT", false, false, null, DateClass.INTEGER, UuidForm.TEXT);
        assertThat(text.refusal(Duration.class))
                .isEqualTo("a value of java.time.Duration can't be stored in a column of type TEXT");
        assertThat(text.refusal(int[].class)).isEqualTo("a value of int[] can't be stored in a column of type TEXT");
        ColumnRule any = rule("", false, false, null, DateClass.INTEGER, UuidForm.TEXT);
        assertThat(any.refusal(URI.class))
                .isEqualTo("a value of java.net.URI can't be stored in a column without type");
        assertThat(any.refusal(Object.class)).isNull();
    }

    @Test
    void a_strict_table_is_asked_only_for_what_it_takes() throws SQLException {
        for (ColumnRule rule : rules()) {
            if (rule.strict() && rule.dateForm() == null && rule.dateClass() == DateClass.INTEGER) {
                for (Object value : VALUES) {
                    if (rule.refusal(value.getClass()) == null) {
                        String table = "(c " + rule.column().typeName() + ") STRICT";
                        StoredValue.of(
                                "jdbc:sqlite::memory:",
                                table,
                                value,
                                loader -> loader.option(SqliteProvider.UUID_FORM, rule.uuidForm()));
                    }
                }
            }
        }
    }

    @Test
    void kinds_follow_the_declared_type() {
        assertThat(rule("varbinary", false, false, null, DateClass.INTEGER, UuidForm.TEXT)
                        .column()
                        .kind())
                .isEqualTo(ColumnKind.BYTES);
    }
}
