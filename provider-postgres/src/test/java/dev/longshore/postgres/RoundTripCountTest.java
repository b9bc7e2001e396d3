package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How often a load waits for the server, which on a network decides how long a small one takes. */
final class RoundTripCountTest extends LiveTest {
    /** Counts the messages that the server answers: Sync, Query and the end of a COPY. */
    private static final class CountingProxy implements Closeable {
        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private final AtomicInteger count = new AtomicInteger();

        CountingProxy() throws IOException {
            start(this::pass);
        }

        int port() {
            return server.getLocalPort();
        }

        int take() {
            return count.getAndSet(0);
        }

        private static void start(Runnable action) {
            Thread thread = new Thread(action, "counting-proxy");
            thread.setDaemon(true);
            thread.start();
        }

        private void pass() {
            try (Socket client = server.accept();
                    Socket upstream = new Socket(InetAddress.getLoopbackAddress(), PostgresServer.port());
                    DataInputStream in = new DataInputStream(client.getInputStream());
                    DataOutputStream out = new DataOutputStream(upstream.getOutputStream())) {
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                start(() -> answer(upstream, client));
                // the first message has no type
                for (int type = 0; type >= 0; type = in.read()) {
                    // before the server can answer, since the test takes the count as soon as it has the answer
                    if (type == 'S' || type == 'Q' || type == 'c') {
                        count.incrementAndGet();
                    }
                    if (type > 0) {
                        out.writeByte(type);
                    }
                    int length = in.readInt();
                    out.writeInt(length);
                    out.write(in.readNBytes(length - Integer.BYTES));
                    out.flush();
                }
            } catch (IOException e) {
                // the other side is gone
            }
        }

        private static void answer(Socket upstream, Socket client) {
            try (InputStream in = upstream.getInputStream()) {
                in.transferTo(client.getOutputStream());
            } catch (IOException e) {
                // the other side is gone
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    private static List<Object[]> rows(int count) {
        return IntStream.range(0, count).mapToObj(i -> row(i, "text")).toList();
    }

    @Test
    @DisplayName("a small load under autocommit asks the catalog once; then INSERT takes one round trip, COPY two")
    void underAutocommit() throws Exception {
        execute("create table t(a int, b text)");
        try (CountingProxy proxy = new CountingProxy();
                Connection connection = connect(proxy)) {
            BulkInserter inserter =
                    BulkInserter.forConnection(connection).into("t").columns("a", "b");
            for (int i = 0; i < 12; i++) {
                proxy.take();
                inserter.insert(rows(1));
                assertThat(proxy.take()).as("one row").isEqualTo(2);
                inserter.option(PostgresProvider.PATH, PostgresProvider.Path.INSERT_VALUES)
                        .insert(rows(99));
                assertThat(proxy.take()).as("INSERT").isEqualTo(2);
                inserter.option(PostgresProvider.PATH, PostgresProvider.Path.COPY_BINARY)
                        .insert(rows(99));
                assertThat(proxy.take()).as("COPY").isEqualTo(3);
            }
            execute("alter table t add c int");
            inserter.insert(rows(1));
            assertThat(proxy.take()).as("after DDL").isEqualTo(3);
        }
    }

    @Test
    @DisplayName(
            "in the caller's transaction few rows are one statement; around more a savepoint and its release are two more")
    void inTransaction() throws Exception {
        execute("create table t(a int, b text)");
        try (CountingProxy proxy = new CountingProxy();
                Connection connection = connect(proxy)) {
            BulkInserter inserter =
                    BulkInserter.forConnection(connection).into("t").columns("a", "b");
            inserter.insert(rows(1));
            connection.setAutoCommit(false);
            // begins the transaction, which is a message that nobody waits for
            execute(connection, "select 1");
            proxy.take();
            for (int count : new int[] {1, 5, 20}) {
                inserter.insert(rows(count));
                assertThat(proxy.take()).as(count + " rows").isEqualTo(2);
            }
            inserter.insert(rows(999));
            assertThat(proxy.take()).as("COPY").isEqualTo(5);
            connection.commit();
        }
        assertThat(rows("select count(*) from t")).containsExactly("1026");
    }

    @Test
    @DisplayName(
            "what a load that gives back keys depends on is asked with the table's description, from its second time on")
    void keys() throws Exception {
        execute("create table t(id bigint generated always as identity primary key, a int, b text)");
        try (CountingProxy proxy = new CountingProxy();
                Connection connection = connect(proxy)) {
            BulkInserter inserter =
                    BulkInserter.forConnection(connection).into("t").columns("a", "b");
            inserter.insertReturningKeys(rows(1));
            for (int i = 0; i < 12; i++) {
                proxy.take();
                inserter.insertReturningKeys(rows(1));
                assertThat(proxy.take()).as("one row").isEqualTo(2);
                inserter.insertReturningKeys(rows(99));
                assertThat(proxy.take()).as("COPY").isEqualTo(4);
            }
            for (int i = 0; i < 8; i++) {
                inserter.insert(rows(1));
                assertThat(proxy.take()).as("without keys").isEqualTo(2);
            }
            inserter.insertReturningKeys(rows(1));
            assertThat(proxy.take()).as("again with keys").isEqualTo(2);
            for (int i = 0; i < 10; i++) {
                inserter.insert(rows(1));
            }
            proxy.take();
            inserter.insertReturningKeys(rows(1));
            assertThat(proxy.take()).as("after many without keys").isEqualTo(3);
        }
    }

    private Connection connect(CountingProxy proxy) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("currentSchema", schema());
        properties.setProperty("sslmode", "disable");
        properties.setProperty("gssEncMode", "disable");
        String url = PostgresServer.url().replaceFirst("//[^/]+/", "//localhost:" + proxy.port() + "/");
        return DriverManager.getConnection(url, PostgresServer.properties(properties));
    }
}
