package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DefinitionTest {
    @Test
    void words_within_quotes_and_comments_do_not_count() {
        Definition definition = Definition.of(
                "CREATE TABLE \"on conflict ignore\" (a /* on conflict fail */ DEFAULT 'on conflict ''fail',"
                        + " [on conflict fail], `on conflict fail` -- on conflict fail\n, b$é int) /* strict");
        assertThat(definition.words())
                .containsExactly("CREATE", "TABLE", "(", "A", "DEFAULT", ",", ",", ",", "B$É", "INT", ")");
        assertThat(definition.hasConflictClause("IGNORE")).isFalse();
        assertThat(definition.hasConflictClause("FAIL")).isFalse();
        assertThat(definition.isStrict()).isFalse();
    }

    @Test
    void conflict_clauses_are_found_in_any_spelling() {
        assertThat(Definition.of("CREATE TABLE t(a UNIQUE On\n Conflict /**/ Fail)")
                        .hasConflictClause("FAIL"))
                .isTrue();
    }

    @Test
    void options_stand_behind_the_columns() {
        Definition both = Definition.of("CREATE TABLE t(a TEXT PRIMARY KEY) WITHOUT rowid,strict");
        assertThat(both.isStrict()).isTrue();
        assertThat(both.isWithoutRowid()).isTrue();
        Definition none = Definition.of("CREATE TABLE t(strict, \"without\")");
        assertThat(none.isStrict()).isFalse();
        assertThat(none.isWithoutRowid()).isFalse();
    }

    @Test
    void a_descending_key_is_one_of_a_column_not_of_the_table() {
        assertThat(Definition.of("CREATE TABLE t(a INTEGER CONSTRAINT k PRIMARY KEY DESC)")
                        .hasDescendingKeyColumn())
                .isTrue();
        assertThat(Definition.of("CREATE TABLE t(a INTEGER, PRIMARY KEY (\"a\" DESC))")
                        .hasDescendingKeyColumn())
                .isFalse();
    }

    @Test
    void the_event_of_a_trigger_is_its_first_unquoted_event_word() {
        assertThat(Definition.of("CREATE TEMP TRIGGER IF NOT EXISTS before BEFORE INSERT ON t BEGIN DELETE FROM u; END")
                        .firesOnInsert())
                .isTrue();
        assertThat(Definition.of("CREATE TRIGGER \"insert\" AFTER UPDATE OF a ON t BEGIN INSERT INTO u VALUES (1); END")
                        .firesOnInsert())
                .isFalse();
        assertThat(Definition.of("CREATE TRIGGER x INSTEAD OF DELETE ON t BEGIN SELECT 1; END")
                        .firesOnInsert())
                .isFalse();
        assertThat(Definition.of("").firesOnInsert()).isFalse();
    }

    @Test
    void a_long_definition_is_read() {
        String comment = "--" + "x".repeat(100_000) + "\n/*" + "y".repeat(100_000) + "*/";
        String text = "'" + "it''s ".repeat(20_000) + "'";
        assertThat(Definition.of("CREATE TABLE t(a DEFAULT " + text + comment + ") STRICT")
                        .isStrict())
                .isTrue();
    }
}
