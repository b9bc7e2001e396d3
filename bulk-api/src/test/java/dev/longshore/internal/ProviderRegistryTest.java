package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.ProviderMatch;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRegistryTest {
    private final StubConnection connection = new StubDatabase().connect();

    /** Found by the class loaders of these tests. */
    public static final class Discovered implements BulkProvider {
        private final StubProvider stub = StubProvider.ofPeople();

        @Override
        public String name() {
            return "discovered";
        }

        @Override
        public int spiVersion() {
            return SPI_VERSION;
        }

        @Override
        public ProviderMatch match(java.sql.Connection asked) {
            return ProviderMatch.yesBut("found by the context class loader");
        }

        @Override
        public dev.longshore.spi.SqlDialect dialect() {
            return stub.dialect();
        }

        @Override
        public dev.longshore.spi.TargetTable describe(
                java.sql.Connection asked, List<dev.longshore.spi.Identifier> name) throws SQLException {
            return stub.describe(asked, name);
        }

        @Override
        public String refusal(
                dev.longshore.spi.LoadRequest request, dev.longshore.spi.TargetColumn column, Class<?> javaType) {
            return null;
        }

        @Override
        public dev.longshore.spi.PathChoice choosePath(dev.longshore.spi.LoadRequest request) {
            return stub.choosePath(request);
        }

        @Override
        public dev.longshore.spi.BulkSession open(dev.longshore.spi.LoadRequest request, String path)
                throws SQLException {
            return stub.open(request, path);
        }
    }

    private static StubProvider named(String name) {
        StubProvider provider = StubProvider.ofPeople();
        provider.name = name;
        return provider;
    }

    private static StubProvider refusing(String name, String reason) {
        StubProvider provider = named(name);
        provider.match = ProviderMatch.no(reason);
        return provider;
    }

    private BulkLoadException notFound(List<BulkProvider> providers) {
        return catchThrowableOfType(
                BulkLoadException.class, () -> ProviderRegistry.among(providers, List.of(), connection.jdbc()));
    }

    @Test
    void theOneThatAcceptsIsTaken() throws SQLException {
        StubProvider right = named("b");
        right.match = ProviderMatch.yesBut("an unknown relative");

        ProviderRegistry.Found found =
                ProviderRegistry.among(List.of(refusing("a", "not mine"), right), List.of(), connection.jdbc());

        assertThat(found.provider()).isSameAs(right);
        assertThat(found.note()).isEqualTo("an unknown relative");
    }

    @Test
    void noneOnTheClassPathIsSaid() {
        assertThat(notFound(List.of()).getMessage())
                .matches("load failed: no provider for Stub \\(connection class \\S+\\); none is on the class path\\."
                        + " Add the artifact dev\\.longshore:provider-… for this database, or give a provider by"
                        + " using\\(…\\)");
    }

    @Test
    void allRefusalsAreListed() {
        StubProvider old = named("c");
        old.spiVersion = 7;

        BulkLoadException e =
                notFound(List.of(refusing("a", "the product is \"Stub\""), refusing("b", "not mine"), old));

        assertThat(e.getMessage())
                .matches("load failed: no provider for Stub \\(connection class \\S+\\); a said: the product is"
                        + " \"Stub\"; b said: not mine; c said: the provider c was built for version 7 of the provider"
                        + " interfaces, but this is version 1\\. Add .*");
        assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
    }

    @Test
    void severalThatAcceptAreAnError() {
        assertThat(notFound(List.of(named("a"), named("b"), refusing("c", "no")))
                        .getMessage())
                .isEqualTo("load failed: several providers accept the connection: [a, b]. Name one by using(…)");
    }

    @Test
    void aGivenOneIsAskedToo() {
        assertThatThrownBy(() -> ProviderRegistry.find(connection.jdbc(), refusing("a", "not mine")))
                .hasMessage("load failed: the provider a given by using(…) can't load over this connection: not mine");
    }

    @Test
    void aGivenOneOfAnotherVersionIsRefused() {
        StubProvider old = named("a");
        old.spiVersion = 2;

        assertThatThrownBy(() -> ProviderRegistry.find(connection.jdbc(), old))
                .hasMessage("load failed: the provider a was built for version 2 of the provider interfaces, but this"
                        + " is version 1");
    }

    @Test
    void withoutAProviderALoadFailsBeforeItsTableIsSought() {
        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class,
                () -> BulkInserter.forConnection(connection.jdbc())
                        .into("people")
                        .insert(List.<Object[]>of(new Object[] {1L, "a"})));

        assertThat(e.getMessage()).contains("none is on the class path");
        assertThat(e.phase()).isEqualTo(LoadPhase.CONNECT);
    }

    private static URLClassLoader loader(Path folder, String className) throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(BulkProvider.class.getName()), className);
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, ProviderRegistryTest.class.getClassLoader());
    }

    private static <T> T within(ClassLoader context, java.util.concurrent.Callable<T> action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(context);
        try {
            return action.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theThreadsClassLoaderIsAskedToo(@TempDir Path folder) throws Exception {
        try (URLClassLoader context = loader(folder, Discovered.class.getName())) {
            ProviderRegistry.Found found = within(context, () -> ProviderRegistry.find(connection.jdbc(), null));

            assertThat(found.provider()).isInstanceOf(Discovered.class);
            assertThat(found.note()).isEqualTo("found by the context class loader");
            assertThat(within(context, () -> ProviderRegistry.find(connection.jdbc(), null))
                            .provider())
                    .isSameAs(found.provider());
        }
    }

    @Test
    void aThreadWithoutClassLoaderIsServed() throws Exception {
        assertThatThrownBy(() -> within(null, () -> ProviderRegistry.find(connection.jdbc(), null)))
                .hasMessageContaining("none is on the class path");
    }

    @Test
    void aProviderThatCanNotBeLoadedIsReported(@TempDir Path folder) throws Exception {
        try (URLClassLoader context = loader(folder, "dev.longshore.Missing")) {
            assertThatThrownBy(() -> within(context, () -> ProviderRegistry.find(connection.jdbc(), null)))
                    .isInstanceOf(BulkLoadException.class)
                    .hasMessageContaining("; one can't be loaded: " + BulkProvider.class.getName()
                            + ": Provider dev.longshore.Missing not found");
        }
    }

    /** Defines the provider's class itself, as the loader of a web application does. */
    private static final class ApplicationLoader extends ClassLoader {
        private final Path folder;

        ApplicationLoader(Path folder) {
            super(ProviderRegistryTest.class.getClassLoader());
            this.folder = folder;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals(Discovered.class.getName())) {
                return super.loadClass(name, resolve);
            }
            synchronized (this) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                try (var in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] bytes = in.readAllBytes();
                    return defineClass(name, bytes, 0, bytes.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }

        @Override
        protected java.util.Enumeration<URL> findResources(String name) throws IOException {
            Path file = folder.resolve(name);
            return Files.exists(file)
                    ? java.util.Collections.enumeration(List.of(file.toUri().toURL()))
                    : java.util.Collections.emptyEnumeration();
        }
    }

    private java.lang.ref.WeakReference<ClassLoader> usedOnce(Path folder) throws Exception {
        ApplicationLoader context = new ApplicationLoader(folder);
        ProviderRegistry.Found found = within(context, () -> ProviderRegistry.find(connection.jdbc(), null));
        assertThat(found.provider().getClass().getClassLoader()).isSameAs(context);
        return new java.lang.ref.WeakReference<>(context);
    }

    @Test
    void anApplicationThatIsUnloadedIsForgotten(@TempDir Path folder) throws Exception {
        loader(folder, Discovered.class.getName()).close();
        java.lang.ref.WeakReference<ClassLoader> context = usedOnce(folder);

        for (int i = 0; i < 20 && context.get() != null; i++) {
            System.gc();
            Thread.sleep(20);
        }

        assertThat(context.get()).isNull();
    }
}
