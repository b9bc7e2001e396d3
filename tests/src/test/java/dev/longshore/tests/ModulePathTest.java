package dev.longshore.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.sqlite.SqliteProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is a module of its own, compiled and run as its author would do it. */
@DisplayName("On the module path")
class ModulePathTest {
    private static final String PROGRAM = """
            package app;

            import dev.longshore.BulkInserter;
            import dev.longshore.RowMapping;
            import java.lang.invoke.MethodHandles;
            import java.sql.DriverManager;
            import java.util.List;

            public final class Main {
                record Person(long id, String name) {}

                public static void main(String[] arguments) throws Exception {
                    List<Person> people = List.of(new Person(1, "Ada"), new Person(2, "Grace"));
                    try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
                        connection.createStatement().execute("create table person (id integer, name text)");
                        BulkInserter inserter = BulkInserter.forConnection(connection);
                        System.out.println(BulkInserter.class.getModule());
                        try {
                            System.out.println(inserter.insert(people).rowsWritten() + " by class");
                        } catch (java.sql.SQLException e) {
                            System.out.println(e.getMessage());
                        }
                        var mapping = RowMapping.of(Person.class, MethodHandles.lookup()).build();
                        System.out.println(inserter.insert(mapping, people).rowsWritten() + " by lookup");
                        var explicit = RowMapping.of(Person.class)
                                .longColumn("id", Person::id)
                                .column("name", Person::name)
                                .build();
                        System.out.println(inserter.insert(explicit, people).rowsWritten() + " by mapping");
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    @DisplayName("a module that opens its package loads its own rows, the provider found by itself")
    void openPackage() throws Exception {
        assertThat(run("module app { requires dev.longshore; opens app to dev.longshore; }"))
                .containsExactly("module dev.longshore", "2 by class", "2 by lookup", "2 by mapping");
    }

    @Test
    @DisplayName("a module that opens nothing is told the line to add, and can pass a lookup or a mapping instead")
    void closedPackage() throws Exception {
        assertThat(run("module app { requires dev.longshore; }"))
                .containsExactly(
                        "module dev.longshore",
                        "load failed: the accessors of app.Main$Person can't be called: add 'opens app to"
                                + " dev.longshore;' to the module-info of app, or give RowMapping.of(Person.class,"
                                + " MethodHandles.lookup()).build()",
                        "2 by lookup",
                        "2 by mapping");
    }

    @Test
    @DisplayName("the engine is not exported")
    void engineIsHidden() throws Exception {
        Files.createDirectories(folder.resolve("src/app"));
        Files.writeString(folder.resolve("src/module-info.java"), "module app { requires dev.longshore; }");
        Files.writeString(
                folder.resolve("src/app/Main.java"),
                "package app; class Main { dev.longshore.internal.LoadEngine engine; }");
        assertThat(compile()).contains("package dev.longshore.internal is not visible");
    }

    private List<String> run(String moduleInfo) throws Exception {
        Files.createDirectories(folder.resolve("src/app"));
        Files.writeString(folder.resolve("src/module-info.java"), moduleInfo);
        Files.writeString(folder.resolve("src/app/Main.java"), PROGRAM);
        assertThat(compile()).isEmpty();
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-p",
                        folder.resolve("classes") + System.getProperty("path.separator") + modulePath(),
                        "-m",
                        "app/app.Main")
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as(printed).isTrue();
        return printed.lines().toList();
    }

    /** Returns what the compiler printed. */
    private String compile() throws Exception {
        StringWriter printed = new StringWriter();
        ToolProvider.getSystemJavaCompiler()
                .getTask(
                        printed,
                        null,
                        null,
                        List.of(
                                "-p",
                                modulePath(),
                                "-d",
                                folder.resolve("classes").toString(),
                                "--release",
                                "17"),
                        null,
                        ToolProvider.getSystemJavaCompiler()
                                .getStandardFileManager(null, null, StandardCharsets.UTF_8)
                                .getJavaFileObjects(
                                        folder.resolve("src/module-info.java"), folder.resolve("src/app/Main.java")))
                .call();
        return printed.toString();
    }

    private String modulePath() throws Exception {
        return Stream.of(
                        location(BulkInserter.class),
                        asJar(location(SqliteProvider.class)),
                        location(org.sqlite.SQLiteConnection.class),
                        location(NullMarked.class),
                        location(org.slf4j.Logger.class))
                .map(Path::toString)
                .collect(Collectors.joining(System.getProperty("path.separator")));
    }

    private static Path location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** A folder of classes becomes an automatic module only as a jar; a build that stops before packaging has the folder. */
    private Path asJar(Path location) throws IOException {
        Path jar = folder.resolve("provider.jar");
        if (!Files.isDirectory(location) || Files.exists(jar)) {
            return Files.isDirectory(location) ? jar : location;
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "dev.longshore.sqlite");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file, manifest);
                Stream<Path> classes = Files.walk(location)) {
            for (Path each : classes.filter(Files::isRegularFile).toList()) {
                String name = location.relativize(each).toString().replace('\\', '/');
                if (!name.startsWith("META-INF/MANIFEST")) {
                    entries.putNextEntry(new ZipEntry(name));
                    Files.copy(each, entries);
                    entries.closeEntry();
                }
            }
        }
        return jar;
    }
}
