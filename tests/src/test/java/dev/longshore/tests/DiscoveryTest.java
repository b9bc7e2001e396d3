package dev.longshore.tests;

import static dev.longshore.tck.JdbcTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.LoadPlan;
import dev.longshore.LoadResult;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.ProviderMatch;
import dev.longshore.sqlite.SqliteProvider;
import dev.longshore.tck.JdbcTest;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Finding the provider")
class DiscoveryTest {
    @TempDir
    Path folder;

    private final ClassLoader loaderBefore = Thread.currentThread().getContextClassLoader();
    private Connection connection;

    record Person(long id, String name) {}

    private static final List<Person> PEOPLE = List.of(new Person(1, "Ada"), new Person(2, "Grace"));

    @BeforeEach
    void createTable() throws SQLException {
        connection = Sqlite.memory();
        JdbcTest.execute(connection, "create table person (id integer, name text)");
    }

    @AfterEach
    void restore() throws SQLException {
        Thread.currentThread().setContextClassLoader(loaderBefore);
        connection.close();
    }

    private List<String> stored() throws SQLException {
        return JdbcTest.rows(connection, "select id, name from person order by id");
    }

    /** A provider that takes every connection. */
    public static final class First extends RelabelledProvider {
        public First() {
            super("first", ProviderMatch.yes());
        }
    }

    /** Another one. */
    public static final class Second extends RelabelledProvider {
        public Second() {
            super("second", ProviderMatch.yes());
        }
    }

    /** A provider that takes no connection. */
    public static final class Refusing extends RelabelledProvider {
        public Refusing() {
            super("refusing", ProviderMatch.no("this is not my day"));
        }
    }

    /** A provider built for other interfaces, whose other methods may not even exist. */
    public static final class Outdated extends RelabelledProvider {
        public Outdated() {
            super("outdated", ProviderMatch.yes());
        }

        @Override
        public int spiVersion() {
            return 99;
        }

        @Override
        public ProviderMatch match(Connection asked) {
            throw new AssertionError("a provider of another version must not be asked");
        }
    }

    /** A provider whose driver is not on the class path. */
    public static final class Driverless extends RelabelledProvider {
        public Driverless() {
            super("driverless", ProviderMatch.yes());
        }

        @Override
        public ProviderMatch match(Connection asked) {
            throw new NoClassDefFoundError("com/example/Driver");
        }
    }

    /** A provider whose driver does not answer. */
    public static final class Unanswered extends RelabelledProvider {
        public Unanswered() {
            super("unanswered", ProviderMatch.yes());
        }

        @Override
        public ProviderMatch match(Connection asked) throws SQLException {
            throw new SQLException("no answer", "08000", 3);
        }
    }

    /** Makes further providers visible to this thread as a container does: by a class loader of the application. */
    private void install(Class<?>... providers) throws IOException {
        installNames(List.of(providers).stream().map(Class::getName).toList());
    }

    private void installNames(List<String> providers) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.write(services.resolve(BulkProvider.class.getName()), providers);
        Thread.currentThread()
                .setContextClassLoader(
                        new URLClassLoader(new URL[] {folder.toUri().toURL()}, DiscoveryTest.class.getClassLoader()));
    }

    /** A connection to a database that nobody knows. */
    private static Connection unknownDatabase() {
        DatabaseMetaData metadata = (DatabaseMetaData) Proxy.newProxyInstance(
                DiscoveryTest.class.getClassLoader(),
                new Class<?>[] {DatabaseMetaData.class},
                (proxy, method, arguments) -> method.getReturnType() == String.class ? "Abacus" : 0);
        return new UnknownConnection(metadata).proxy();
    }

    /** What a connection to a database that nobody knows answers. */
    private record UnknownConnection(DatabaseMetaData metadata) {
        Connection proxy() {
            return (Connection) Proxy.newProxyInstance(
                    DiscoveryTest.class.getClassLoader(),
                    new Class<?>[] {Connection.class},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "getMetaData" -> metadata;
                        case "isClosed", "isWrapperFor" -> false;
                        case "getAutoCommit", "isValid" -> true;
                        default -> null;
                    });
        }
    }

    private static BulkLoadException failureOver(Connection used) {
        return failureOf(() -> BulkInserter.forConnection(used).insert(PEOPLE));
    }

    @Test
    @DisplayName("The provider that takes the connection is found by itself")
    void foundByConnection() throws SQLException {
        assertThat(BulkInserter.forConnection(connection).explain(Person.class).provider())
                .isEqualTo("sqlite");
        BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(stored()).containsExactly("1|Ada", "2|Grace");
    }

    @Test
    @DisplayName("No provider: the error says what the database is, why each provider said no, and what to add")
    void noProvider() throws Exception {
        install(Refusing.class);
        Connection unknown = unknownDatabase();
        BulkLoadException failure = failureOver(unknown);
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.getMessage())
                .endsWith(
                        "failed: no provider for Abacus (connection class "
                                + unknown.getClass().getName()
                                + "); mysql said: the product is \"Abacus\", not \"MySQL\" or \"MariaDB\"; postgres said: the"
                                + " product is \"Abacus\", not \"PostgreSQL\"; sqlite said: the product is \"Abacus\", not"
                                + " \"SQLite\"; sqlserver said: the product is \"Abacus\", not \"Microsoft SQL Server\"; refusing"
                                + " said: this is not my day."
                                + " Add the artifact dev.longshore:provider-… for this database, or give a provider by using(…)");
        assertThat(failure.rowIndex()).isEqualTo(-1);
    }

    @Test
    @DisplayName("No provider on the class path at all: the error says so")
    void emptyClassPath() throws Exception {
        URL[] api = {
            BulkInserter.class.getProtectionDomain().getCodeSource().getLocation(),
            org.jspecify.annotations.Nullable.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
        };
        try (URLClassLoader alone = new URLClassLoader(api, ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(alone);
            Class<?> inserter = alone.loadClass(BulkInserter.class.getName());
            Object made = inserter.getMethod("forConnection", Connection.class).invoke(null, connection);
            Object into = inserter.getMethod("into", String.class).invoke(made, "person");
            Throwable thrown = null;
            try {
                inserter.getMethod("insert", Iterable.class).invoke(into, List.<Object[]>of(new Object[] {1, "Ada"}));
            } catch (InvocationTargetException e) {
                thrown = e.getCause();
            }
            assertThat(thrown)
                    .isInstanceOf(SQLException.class)
                    .hasMessageEndingWith("failed: no provider for SQLite (connection class "
                            + connection.getClass().getName()
                            + "); none is on the class path. Add the artifact dev.longshore:provider-… for this database,"
                            + " or give a provider by using(…)");
        }
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisplayName("Several providers that take the connection are an error that names them; using() decides")
    void several() throws Exception {
        install(Second.class, First.class);
        BulkLoadException failure = failureOver(connection);
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.reason()).isEqualTo("several providers accept the connection: [sqlite, first, second]");
        assertThat(failure.hint()).isEqualTo("Name one by using(…)");
        assertThat(stored()).isEmpty();

        BulkInserter.forConnection(connection).using(new Second()).insert(PEOPLE);
        assertThat(stored()).containsExactly("1|Ada", "2|Grace");
    }

    @Test
    @DisplayName("A provider seen by two class loaders counts once")
    void seenTwice() throws Exception {
        install(SqliteProvider.class, Refusing.class);
        LoadResult result = BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(result.rowsWritten()).isEqualTo(2);
    }

    @Test
    @DisplayName("A provider that only the thread's class loader sees is found")
    void seenByThreadOnly() throws Exception {
        install(First.class);
        LoadPlan plan = BulkInserter.forConnection(unknownButLoadable()).explain(Person.class);
        assertThat(plan.provider()).isEqualTo("first");
    }

    /** A connection to SQLite that unwraps to no driver's, so that no provider of ours takes it, however often it is asked. */
    private Connection unknownButLoadable() {
        return (Connection) Proxy.newProxyInstance(
                DiscoveryTest.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("isWrapperFor") ? false : method.invoke(connection, arguments));
    }

    @Test
    @DisplayName("A thread without class loader sees the library's own providers")
    void noContextLoader() throws SQLException {
        Thread.currentThread().setContextClassLoader(null);
        BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(stored()).containsExactly("1|Ada", "2|Grace");
    }

    @Test
    @DisplayName("A provider of another version is left out, not asked, and named where none is found")
    void otherVersion() throws Exception {
        install(Outdated.class);
        BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(stored()).hasSize(2);
        BulkLoadException failure = failureOver(unknownDatabase());
        assertThat(failure.reason())
                .contains(
                        "outdated said: the provider outdated was built for version 99 of the provider interfaces, but"
                                + " this is version 1");
        BulkLoadException given = failureOf(() ->
                BulkInserter.forConnection(connection).using(new Outdated()).insert(PEOPLE));
        assertThat(given.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(given.reason())
                .isEqualTo(
                        "the provider outdated was built for version 99 of the provider interfaces, but this is version"
                                + " 1");
    }

    @Test
    @DisplayName("A provider whose driver is missing says no, and keeps no other from loading")
    void driverMissing() throws Exception {
        install(Driverless.class);
        BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(stored()).hasSize(2);
        BulkLoadException failure = failureOver(unknownDatabase());
        assertThat(failure.reason()).contains("driverless said: ", "com/example/Driver");
    }

    @Test
    @DisplayName("A connection that doesn't answer is an error in phase CONNECT, with the driver's codes")
    void noAnswer() throws Exception {
        install(Unanswered.class);
        BulkLoadException failure = failureOver(unknownDatabase());
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.getMessage()).contains("no answer");
    }

    @Test
    @DisplayName("A service entry whose class is missing is named where no other provider accepts, and else no matter")
    void brokenEntry() throws Exception {
        installNames(List.of("com.example.NoSuchProvider"));
        BulkInserter.forConnection(connection).insert(PEOPLE);
        assertThat(stored()).hasSize(2);
        BulkLoadException failure = failureOver(unknownDatabase());
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.reason()).contains("one can't be loaded: ", "com.example.NoSuchProvider");
    }

    @Test
    @DisplayName("A provider given by using() that does not take the connection is an error with its reason")
    void givenRefuses() throws SQLException {
        BulkLoadException failure = failureOf(() ->
                BulkInserter.forConnection(connection).using(new Refusing()).insert(PEOPLE));
        assertThat(failure.phase()).isEqualTo(LoadPhase.CONNECT);
        assertThat(failure.reason())
                .isEqualTo(
                        "the provider refusing given by using(…) can't load over this connection: this is not my day");
        assertThat(stored()).isEmpty();
    }

    @Test
    @DisplayName("What a provider remarks of a look-alike database stands in the plan")
    void lookAlike() throws SQLException {
        RelabelledProvider cautious = new RelabelledProvider(
                "cautious", ProviderMatch.yesBut("Abacus looks like SQLite and takes the plain path"));
        LoadPlan plan = BulkInserter.forConnection(connection).using(cautious).explain(Person.class);
        assertThat(plan.notes()).contains("Abacus looks like SQLite and takes the plain path");
        assertThat(plan.toString()).contains("Abacus looks like SQLite and takes the plain path");
    }

    @Test
    @DisplayName("FW-10 the table is described once per load, however many rows it has")
    void describedOnce() throws SQLException {
        RelabelledProvider counting = new RelabelledProvider("counting", ProviderMatch.yes());
        BulkInserter inserter =
                BulkInserter.forConnection(connection).using(counting).batchRows(10);
        inserter.insert(java.util.Collections.nCopies(5_000, new Person(1, "Ada")));
        assertThat(counting.described()).isEqualTo(1);
        inserter.insert(java.util.Collections.nCopies(5_000, new Person(1, "Ada")).stream());
        assertThat(counting.described()).isEqualTo(2);
    }
}
