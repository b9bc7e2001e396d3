package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.BulkWriter;
import dev.longshore.LoadPlan;
import dev.longshore.RowMapping;
import dev.longshore.TransactionState;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of few rows in the caller's transaction: one statement that undoes itself if it fails. */
@Timeout(120)
final class CallersTransactionTest extends LiveTest {
    private static final String EARLIER = "-1|earlier|null";

    @BeforeEach
    void createTables() throws SQLException {
        execute("create table p(id int primary key)");
        execute("create table t(id int primary key check (id <> 13), b varchar(7) not null, parent int references p)");
        execute("create function refuse() returns trigger language plpgsql as"
                + " $$ begin if new.id = 17 then raise 'no 17'; end if; return new; end $$");
        execute("create trigger refusing before insert on t for each row execute function refuse()");
        execute("create table log(id int)");
    }

    private static List<Object[]> withLast(int count, Object[] last) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count - 1; i++) {
            rows.add(row(100 + i, "good", null));
        }
        rows.add(last);
        return rows;
    }

    private static List<Object[]> bad() {
        return List.of(
                row(-1, "same", null),
                row(13, "check", null),
                row(1, null, null),
                row(1, "too long for it", null),
                row(1, "alone", 99),
                row(17, "trigger", null));
    }

    private void assertIntact(Connection used, BulkLoadException failure) throws SQLException {
        assertThat(failure.transactionState()).as(failure.getMessage()).isEqualTo(TransactionState.INTACT);
        assertThat(rows(used, "select * from t")).containsExactly(EARLIER);
        assertThat(used.getAutoCommit()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"never", "conservative", "always"})
    @DisplayName("whatever the server refuses, the caller's work stays, and no savepoint does, also under autosave")
    void refused(String autosave) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema());
        properties.setProperty("autosave", autosave);
        try (Connection saving = PostgresServer.connect(properties)) {
            saving.setAutoCommit(false);
            execute(saving, "insert into t values (-1, 'earlier', null)");
            BulkInserter inserter = BulkInserter.forConnection(saving).into("t").columns("id", "b", "parent");
            for (int count : new int[] {1, 2, 10}) {
                for (Object[] last : bad()) {
                    BulkLoadException failure = failureOf(() -> inserter.insert(withLast(count, last)));
                    assertIntact(saving, failure);
                    boolean isForeignKey = last[2] != null && count > 1;
                    assertThat(failure.rowIndex()).isEqualTo(isForeignKey ? -1 : count - 1);
                }
            }
            assertThat(inserter.insert(withLast(10, row(1, "good", null))).path())
                    .isEqualTo("insert-values");
            saving.commit();
            assertThat(rows("select count(*) from t")).containsExactly("11");
            assertThatThrownBy(() -> execute(saving, "release savepoint longshore_statement"))
                    .hasMessageContaining("does not exist");
        }
    }

    @Test
    @DisplayName("a load that is stopped while it waits for a lock leaves the caller's work")
    void stopped() throws SQLException {
        try (Connection other = PostgresServer.connectTo(schema())) {
            connection().setAutoCommit(false);
            execute("insert into log values (1)");
            other.setAutoCommit(false);
            execute(other, "insert into t values (5, 'theirs', null)");
            for (int i = 0; i < 5; i++) {
                BulkLoadException failure = failureOf(() -> into("t")
                        .columns("id", "b")
                        .timeout(Duration.ofMillis(150))
                        .insert(rowsOf(row(4, "mine"), row(5, "mine"))));
                assertThat(failure.getSQLState()).isEqualTo("HYT00");
                assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
            }
            other.rollback();
        }
        into("t").columns("id", "b").insert(rowsOf(row(4, "mine"), row(5, "mine")));
        connection().commit();
        assertThat(rows("select count(*) from t union all select count(*) from log"))
                .containsExactly("2", "1");
    }

    @Test
    @DisplayName("a transaction that the server could not go on with says so")
    void ended() throws SQLException {
        connection().setAutoCommit(false);
        execute("insert into log values (1)");
        // what the statement's own savepoint can't be set in fails before it
        BulkInserter inserter = into("t").columns("id", "b");
        List<Object[]> rows = new ArrayList<>();
        rows.add(row(1, "first"));
        rows.add(row(2, "second"));
        BulkLoadException failure = failureOf(() -> inserter.insert(new java.util.AbstractList<Object[]>() {
            @Override
            public Object[] get(int index) {
                if (index == 1) {
                    assertThatThrownBy(() -> execute("select 1/0")).isInstanceOf(SQLException.class);
                }
                return rows.get(index);
            }

            @Override
            public int size() {
                return rows.size();
            }
        }));
        assertThat(failure.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        connection().rollback();
        assertUsable();
    }

    @Test
    @DisplayName("a killed server process loses the transaction, and there is no doubt that nothing is stored")
    void killed() throws SQLException {
        connection().setAutoCommit(false);
        String process = rows("select pg_backend_pid()").get(0);
        try (Connection other = PostgresServer.connectTo(schema())) {
            BulkInserter inserter = into("t").columns("id", "b");
            BulkLoadException failure = failureOf(() -> inserter.insert(Collections.singletonList(1).stream()
                    .map(any -> {
                        try {
                            rows(other, "select pg_terminate_backend(" + process + ", 5000)");
                        } catch (SQLException e) {
                            throw new IllegalStateException(e);
                        }
                        return row(1, "text");
                    })
                    .iterator()));
            assertThat(failure.transactionState()).isEqualTo(TransactionState.CONNECTION_LOST);
            assertThat(failure.hint()).isNull();
            assertThat(rows(other, "select count(*) from t")).containsExactly("0");
        }
    }

    @Test
    @DisplayName("few large rows are one statement too, so that the first of them do not stay behind")
    void largeRows() throws SQLException {
        execute("create table large(id int primary key, b text)");
        connection().setAutoCommit(false);
        execute("insert into log values (1)");
        RowMapping<Object[]> mapping = RowMapping.of(Object[].class)
                .column("id", row -> row[0])
                .column("b", row -> row[1])
                .build();
        String text = "x".repeat(2_300_000);
        BulkLoadException failure = failureOf(() -> {
            try (BulkWriter<Object[]> writer = into("large").open(mapping)) {
                writer.write(row(1, text));
                writer.write(row(2, text));
                writer.write(row(1, text));
                return writer.finish();
            }
        });
        assertThat(failure.rowIndex()).isEqualTo(2);
        assertThat(failure.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(rows("select count(*) from large union all select count(*) from log"))
                .containsExactly("0", "1");
        connection().rollback();
    }

    @Test
    @DisplayName("the plan says up to how many rows")
    void plan() throws SQLException {
        assertThat(into("t").columns("id", "b").explain(Object[].class).notes())
                .anyMatch(note -> note.endsWith("by insert-values, which takes a round trip less"));
        connection().setAutoCommit(false);
        LoadPlan plan = into("t").explain(Object[].class);
        assertThat(plan.path()).isEqualTo("copy-binary");
        assertThat(plan.shortPath()).isEqualTo("insert-values");
        assertThat(plan.shortRows()).isBetween(20, 1_000);
        assertThat(plan.transaction())
                .isEqualTo(
                        "the caller's, behind a savepoint; a short load is one statement that undoes itself if it fails");
        assertThat(plan.notes()).noneMatch(note -> note.contains("round trip"));
        List<Object[]> most = withLast(plan.shortRows(), row(1, "last", null));
        assertThat(into("t").insert(most).path()).isEqualTo("insert-values");
        connection().rollback();
        most.add(row(2, "more", null));
        assertThat(into("t").insert(most).path()).isEqualTo("copy-binary");
        connection().rollback();
        assertThat(into("t")
                        .columns("id", "b")
                        .option(PostgresProvider.PATH, PostgresProvider.Path.COPY_BINARY)
                        .explain(Object[].class)
                        .shortRows())
                .isZero();
    }
}
