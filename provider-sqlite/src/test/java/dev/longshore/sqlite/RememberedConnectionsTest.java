package dev.longshore.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sqlite.SQLiteConnection;

class RememberedConnectionsTest {
    private final RememberedConnections connections = new RememberedConnections();

    private static SQLiteConnection open() throws SQLException {
        return Database.inMemory("CREATE TABLE t (a)").unwrap(SQLiteConnection.class);
    }

    @Test
    void a_connection_has_one_memory() throws SQLException {
        try (SQLiteConnection connection = open();
                SQLiteConnection other = open()) {
            assertThat(connections.memoryOf(connection)).isSameAs(connections.memoryOf(connection));
            assertThat(connections.memoryOf(other)).isNotSameAs(connections.memoryOf(connection));
        }
    }

    @Test
    void closed_connections_are_forgotten_when_a_new_one_comes() throws SQLException {
        for (int i = 0; i < 1000; i++) {
            try (SQLiteConnection connection = open()) {
                connections.memoryOf(connection);
            }
        }
        assertThat(connections.size()).isEqualTo(1);
    }

    @Test
    void a_closed_and_forgotten_connection_can_be_collected() throws Exception {
        WeakReference<Connection> reference = loadAndClose();
        try (Connection next = open()) {
            BulkInserter.forConnection(next).into("t").insert(List.of(new Object[] {1}, new Object[] {2}));
            for (int i = 0; i < 100 && reference.get() != null; i++) {
                System.gc();
                Thread.sleep(10);
            }
            assertThat(reference.get()).isNull();
        }
    }

    private static WeakReference<Connection> loadAndClose() throws SQLException {
        try (Connection connection = open()) {
            BulkInserter.forConnection(connection).into("t").insert(List.of(new Object[] {1}, new Object[] {2}));
            return new WeakReference<>(connection);
        }
    }

    @Test
    void beyond_the_bound_nothing_is_kept_and_loads_work() throws SQLException {
        List<SQLiteConnection> open = new ArrayList<>();
        try {
            for (int i = 0; i < 70; i++) {
                open.add(open());
                connections.memoryOf(open.get(i));
            }
            assertThat(connections.size()).isEqualTo(64);
            ConnectionMemory memory = connections.memoryOf(open.get(69));
            PreparedStatement statement = memory.statements().borrow("SELECT 1");
            memory.statements().giveBack("SELECT 1", statement);
            assertThat(statement.isClosed()).isTrue();
            Statements statements = new Statements(open.get(69), memory);
            SchemaReader reader = new SchemaReader(statements);
            SqliteTable table = reader.describe(SqliteDialect.INSTANCE.parse("t"));
            assertThat(reader.describe(SqliteDialect.INSTANCE.parse("t"))).isNotSameAs(table);
        } finally {
            for (SQLiteConnection connection : open) {
                connection.close();
            }
        }
    }

    @Test
    void a_statement_is_lent_to_one_at_a_time() throws SQLException {
        try (SQLiteConnection connection = open()) {
            StatementCache cache = connections.memoryOf(connection).statements();
            PreparedStatement first = cache.borrow("SELECT 1");
            PreparedStatement second = cache.borrow("SELECT 1");
            assertThat(second).isNotSameAs(first);
            cache.giveBack("SELECT 1", first);
            cache.giveBack("SELECT 1", second);
            assertThat(first.isClosed()).isTrue();
            assertThat(cache.borrow("SELECT 1")).isSameAs(second);
        }
    }

    @Test
    void the_statement_used_least_recently_makes_room() throws SQLException {
        try (SQLiteConnection connection = open()) {
            StatementCache cache = connections.memoryOf(connection).statements();
            List<PreparedStatement> statements = new ArrayList<>();
            for (int i = 0; i < 17; i++) {
                String sql = "SELECT " + i;
                statements.add(cache.borrow(sql));
                cache.giveBack(sql, statements.get(i));
            }
            assertThat(statements.get(0).isClosed()).isTrue();
            assertThat(statements.get(1).isClosed()).isFalse();
        }
    }
}
