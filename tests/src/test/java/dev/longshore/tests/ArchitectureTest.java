package dev.longshore.tests;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.RowSink;
import dev.longshore.spi.ValueSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What may know what. */
@DisplayName("Architecture")
class ArchitectureTest {
    private static final String FACE = "dev.longshore";
    private static final String SPI = "dev.longshore.spi";
    private static final String SUPPORT = "dev.longshore.spi.support";
    private static final String ENGINE = "dev.longshore.internal";

    /** Each provider's package and the packages of its driver: those that are found must be exactly these. */
    private static final Map<String, List<String>> DRIVERS = Map.of(
            "dev.longshore.mysql", List.of("org.mariadb.jdbc..", "com.mysql.cj.."),
            "dev.longshore.postgres", List.of("org.postgresql.."),
            "dev.longshore.sqlite", List.of("org.sqlite.."),
            "dev.longshore.sqlserver", List.of("com.microsoft.sqlserver.jdbc..", "microsoft.sql.."));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(FACE);

    private static final List<String> PROVIDERS = ServiceLoader.load(BulkProvider.class).stream()
            .map(provider -> provider.type().getPackageName())
            .toList();

    @Test
    @DisplayName("The providers that are held against the rules are all that there are")
    void providersAreKnown() throws IOException {
        List<String> modules;
        try (Stream<Path> folders = Files.list(root())) {
            modules = folders.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .map(folder -> folder.getFileName().toString())
                    .filter(module -> module.startsWith("provider-"))
                    .map(module -> FACE + "." + module.substring("provider-".length()))
                    .toList();
        }

        assertThat(modules).containsExactlyInAnyOrderElementsOf(DRIVERS.keySet());
        assertThat(PROVIDERS).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    @DisplayName("The API depends on the JDK and on jspecify, on no driver and no provider")
    void apiStandsAlone() {
        classes()
                .that()
                .resideInAnyPackage(FACE, SPI, SUPPORT, ENGINE)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(FACE, SPI, SUPPORT, ENGINE, "java..", "javax.sql..", "org.jspecify.."))
                .check(CLASSES);
    }

    @Test
    @DisplayName("What provider authors import never sees the engine")
    void spiDoesNotSeeEngine() {
        noClasses()
                .that()
                .resideInAnyPackage(SPI, SUPPORT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ENGINE)
                .check(CLASSES);
    }

    @Test
    @DisplayName("The optional helpers for providers are not needed by the interfaces themselves")
    void helpersAreOptional() {
        noClasses()
                .that()
                .resideInAPackage(SPI)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(SUPPORT)
                .check(CLASSES);
    }

    @Test
    @DisplayName(
            "A provider sees the public face, the provider interfaces, the JDK and its own driver; no other provider")
    void providersSeeTheirDriverOnly() {
        for (String provider : PROVIDERS) {
            classes()
                    .that()
                    .resideInAPackage(provider + "..")
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(Stream.concat(
                                    Stream.of(
                                            FACE,
                                            SPI,
                                            SUPPORT,
                                            provider + "..",
                                            "java..",
                                            "javax.sql..",
                                            "org.jspecify.."),
                                    DRIVERS.get(provider).stream())
                            .toArray(String[]::new)))
                    .check(CLASSES);
        }
    }

    @Test
    @DisplayName("In a provider's packages only the provider is public, and the enums that its options take")
    void onlyProvidersArePublic() {
        for (String provider : PROVIDERS) {
            classes()
                    .that()
                    .resideInAPackage(provider + "..")
                    .and()
                    .arePublic()
                    .should()
                    .haveSimpleNameEndingWith("Provider")
                    .orShould()
                    .beEnums()
                    .check(CLASSES);
        }
    }

    @Test
    @DisplayName("Sinks are final and not public")
    void sinksAreFinal() {
        DescribedPredicate<JavaClass> sinks = describe(
                "sinks",
                type -> !type.isInterface()
                        && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                        && (assignableTo(ValueSink.class).test(type)
                                || assignableTo(RowSink.class).test(type)));
        for (String provider : PROVIDERS) {
            classes()
                    .that()
                    .resideInAPackage(provider + "..")
                    .and(sinks)
                    .should()
                    .haveModifier(JavaModifier.FINAL)
                    .andShould()
                    .notBePublic()
                    .check(CLASSES);
        }
    }

    @Test
    @DisplayName("The library logs by System.Logger and prints nothing")
    void noOtherLogging() {
        DescribedPredicate<JavaClass> library = describe(
                "the library",
                type -> resideInAnyPackage(FACE, SPI, SUPPORT, ENGINE).test(type)
                        || PROVIDERS.stream()
                                .anyMatch(provider ->
                                        resideInAnyPackage(provider + "..").test(type)));
        noClasses().that(library).should(USE_JAVA_UTIL_LOGGING).check(CLASSES);
        noClasses().that(library).should(ACCESS_STANDARD_STREAMS).check(CLASSES);
        noClasses()
                .that(library)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "org.apache..", "ch.qos..")
                .check(CLASSES);
    }

    @Test
    @DisplayName(
            "The contract's tests know the public face and the provider interfaces, neither the engine nor a provider")
    void contractKnowsNoProvider() {
        noClasses()
                .that()
                .resideInAPackage("dev.longshore.tck")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        Stream.concat(Stream.of(ENGINE), PROVIDERS.stream()).toArray(String[]::new))
                .check(CLASSES);
    }

    /** Not the short ones that are words or parts of words elsewhere. */
    private static final Pattern DATABASE = Pattern.compile(
            "postgres|pgjdbc|mysql|maria|sqlite|sql ?server|mssql|t-sql|babelfish|oracle|duckdb|cockroach|yugabyte|redshift"
                    + "|aurora|tidb|clickhouse|snowflake|firebird|derby|hsqldb|innodb",
            Pattern.CASE_INSENSITIVE);

    @Test
    @DisplayName("No database is named in the sources of the API")
    void apiNamesNoDatabase() throws IOException {
        List<String> named = new ArrayList<>();
        for (Path source : sourcesOf("bulk-api")) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                Matcher matcher = DATABASE.matcher(lines.get(i));
                while (matcher.find()) {
                    named.add(source.getFileName() + ":" + (i + 1) + " names "
                            + matcher.group().toLowerCase(Locale.ROOT));
                }
            }
        }
        assertThat(named).isEmpty();
    }

    @Test
    @DisplayName("Each package says what it is and that it is null-marked")
    void packagesAreDescribed() throws IOException {
        Map<Path, String> missing = new TreeMap<>();
        try (Stream<Path> modules = Files.list(root())) {
            for (Path module : modules.filter(Files::isDirectory).toList()) {
                for (Path source : sourcesOf(module.getFileName().toString())) {
                    Path folder = source.getParent();
                    Path description = folder.resolve("package-info.java");
                    if (source.endsWith("module-info.java")) {
                        continue;
                    }
                    if (!Files.exists(description)) {
                        missing.put(folder, "has no package-info.java");
                    } else if (!Files.readString(description).contains("@NullMarked")) {
                        missing.put(folder, "is not @NullMarked");
                    } else if (!Files.readString(description).startsWith("/**")) {
                        missing.put(folder, "does not say what it is");
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.isDirectory(here.resolve("bulk-api")) ? here : here.getParent();
    }

    private static List<Path> sourcesOf(String module) throws IOException {
        Path sources = root().resolve(module).resolve("src/main/java");
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }
}
