package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.TableName;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a description is used again, without a server. */
final class KnownTablesTest {
    private static final String NUMBERED = """
            CREATE TABLE `t` (
              `id` int(11) NOT NULL AUTO_INCREMENT,
              `s` varchar(40) DEFAULT ') ENGINE=InnoDB AUTO_INCREMENT=7',
              PRIMARY KEY (`id`)
            ) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COMMENT='AUTO_INCREMENT=7'""";

    private static final String PLAIN = """
            CREATE TABLE `t` (
              `id` int(11) NOT NULL
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4""";

    private static final ServerSession SESSION =
            new ServerSession("11.4.5-MariaDB", "", 1 << 24, "+00:00", "UTC", "utf8mb4", "utf8mb4", true, 64, "test");

    private final KnownTables known = new KnownTables();

    private MySqlTable remember(String sql) {
        Definition definition = Definition.parse(sql);
        MySqlTable table = new MySqlTable(TableName.of("t"), "`t`", definition, SESSION, true, List.of());
        known.remember("`t`", table, sql, definition.counter());
        return table;
    }

    private boolean isKnown(String sql) {
        return known.table("`t`", sql) != null;
    }

    @Test
    @DisplayName("the same text by the same name is the same table")
    void sameText() {
        MySqlTable table = remember(PLAIN);
        assertThat(known.table("`t`", PLAIN)).isSameAs(table);
        assertThat(known.table("`u`", PLAIN)).isNull();
        assertThat(isKnown(PLAIN + " ")).isFalse();
        assertThat(isKnown(PLAIN.replace("int(11)", "int(10)"))).isFalse();
    }

    @Test
    @DisplayName("the next number of a table may be another, and nothing else")
    void nextNumber() {
        remember(NUMBERED);
        assertThat(isKnown(NUMBERED)).isTrue();
        assertThat(isKnown(NUMBERED.replace("=7 DEFAULT CHARSET", "=1234567 DEFAULT CHARSET")))
                .isTrue();
        assertThat(isKnown(NUMBERED.replace(" AUTO_INCREMENT=7 DEFAULT CHARSET", " DEFAULT CHARSET")))
                .isFalse();
        assertThat(isKnown(NUMBERED.replace("AUTO_INCREMENT=7'", "AUTO_INCREMENT=8'")))
                .isFalse();
        assertThat(isKnown(NUMBERED.replace("=7 DEFAULT CHARSET=utf8mb4", "=7 DEFAULT CHARSET=latin1")))
                .isFalse();
        assertThat(isKnown(NUMBERED.replace("=7 DEFAULT CHARSET=utf8mb4", "=8 DEFAULT CHARSET=latin1")))
                .isFalse();
        assertThat(isKnown(NUMBERED.substring(0, NUMBERED.indexOf("=7 DEFAULT CHARSET"))))
                .isFalse();
    }

    @Test
    @DisplayName("where the next number is first printed, or no longer, the text is another")
    void firstNumber() {
        remember(NUMBERED.replace(" AUTO_INCREMENT=7 DEFAULT CHARSET", " DEFAULT CHARSET"));
        assertThat(isKnown(NUMBERED)).isFalse();
    }

    @Test
    @DisplayName("a table in another session has that session, and nothing that was asked in the first")
    void otherSession() {
        ServerSession other = new ServerSession(
                "11.4.5-MariaDB", "ANSI", 1 << 20, "+01:00", "UTC", "utf8mb4", "utf8mb4", true, 64, "other");
        MySqlTable table = remember(NUMBERED);
        MySqlTable moved = table.in(other);
        assertThat(moved.session()).isSameAs(other);
        assertThat(table.session()).isSameAs(SESSION);
        assertThat(moved.columns()).isEqualTo(table.columns());
        assertThat(moved.keyColumns()).isEqualTo(table.keyColumns());
        assertThat(moved.sqlName()).isEqualTo("`t`");
        assertThat(moved.isInnoDb()).isTrue();
        assertThat(moved.type(moved.columns().get(1)).length()).isEqualTo(40);
    }

    @Test
    @DisplayName("only the latest tables are kept")
    void latest() {
        Definition definition = Definition.parse(PLAIN);
        for (int i = 0; i < 65; i++) {
            MySqlTable table =
                    new MySqlTable(TableName.of("t" + i), "`t" + i + "`", definition, SESSION, true, List.of());
            known.remember("`t" + i + "`", table, PLAIN, -1);
        }
        assertThat(known.table("`t0`", PLAIN)).isNull();
        assertThat(known.table("`t1`", PLAIN)).isNotNull();
        assertThat(known.table("`t64`", PLAIN)).isNotNull();
    }

    @Test
    @DisplayName("modes and versions are told from their texts")
    void session() {
        ServerSession session = new ServerSession(
                "8.4.3",
                "ANSI_QUOTES,NO_BACKSLASH_ESCAPES",
                1 << 20,
                "+01:00",
                "UTC",
                "utf8mb4",
                "utf8mb4",
                true,
                64,
                null);
        assertThat(session.keepsZero()).isFalse();
        assertThat(session.isStrict(true)).isFalse();
        assertThat(session.isAtLeast(8, 4)).isTrue();
        assertThat(session.isAtLeast(8, 5)).isFalse();
        assertThat(session.isAtLeast(9, 0)).isFalse();
        assertThat(session.isAtLeast(5, 7)).isTrue();
        for (String mode : List.of(
                "STRICT_TRANS_TABLES",
                "A,STRICT_TRANS_TABLES",
                "STRICT_TRANS_TABLES,B",
                "XSTRICT_TRANS_TABLES,STRICT_TRANS_TABLES")) {
            assertThat(in(mode).isStrict(true)).as(mode).isTrue();
            assertThat(in(mode).isStrict(false)).as(mode).isFalse();
        }
        for (String mode : List.of("", "XSTRICT_TRANS_TABLES", "STRICT_TRANS_TABLESX,STRICT")) {
            assertThat(in(mode).isStrict(true)).as(mode).isFalse();
        }
        assertThat(SESSION.isAtLeast(11, 4)).isTrue();
        assertThat(SESSION.isAtLeast(11, 5)).isFalse();
    }

    private static ServerSession in(String mode) {
        return new ServerSession("8.4.3", mode, 1 << 20, "+01:00", "UTC", "utf8mb4", "utf8mb4", true, 64, null);
    }
}
