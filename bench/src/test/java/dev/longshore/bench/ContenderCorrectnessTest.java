package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be timed stores what it is given. */
class ContenderCorrectnessTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"sqlite", "postgres", "mariadb", "sqlserver-client"})
    void everyContenderStoresRowsAsTheyAre(String name) throws Exception {
        if (name.equals("mariadb")) {
            String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
            assumeTrue(
                    platform.equals("Linux amd64"), "MariaDB's artifact is for Linux amd64, and this is " + platform);
        }
        try (Database database = Benchmarks.open(name, folder)) {
            List<Contender> contenders = database.contenders();
            Set<String> proven = new HashSet<>();
            for (Shape<?> shape : database.shapes()) {
                for (Contender contender : contenders) {
                    if (contender.takes(shape, Proof.ROWS)) {
                        Proof.of(contender, database, shape);
                        proven.add(contender.title());
                    }
                }
            }
            contenders.forEach(Contender::close);
            assertThat(proven)
                    .containsExactlyInAnyOrderElementsOf(
                            contenders.stream().map(Contender::title).toList());
        }
    }

    @Test
    void everyContenderGivesBackTheKeysThatAreStored() throws Exception {
        try (Database database = SqliteFile.withDefaults(folder)) {
            Rounds taken = new KeyLoads(database, 2_000, 100)
                    .run("keys", new Report(new PrintStream(PrintStream.nullOutputStream())));

            assertThat(taken.titles())
                    .containsExactly(KeyContender.WITHOUT_KEYS, KeyContender.WITH_KEYS, KeyContender.LOOP_WITH_KEYS);
        }
    }

    @Test
    void contenderThatStoresOtherRowsIsFound() throws Exception {
        try (Database database = SqliteFile.withDefaults(folder)) {
            Shape<?> mixed = database.shape("mixed");

            assertThatThrownBy(() -> Proof.of(new Careless(0), database, mixed))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("careless stored 1, 'customer name")
                    .hasMessageContaining("NULL for 1, 'customer name");
            assertThatThrownBy(() -> Proof.of(new Careless(1), database, mixed))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("careless stored 1200 of 1201 rows");
        }
    }

    /** Loses all notes, or the last rows. */
    private static final class Careless extends Contender {
        private final int lost;

        Careless(int lost) {
            super("careless", "");
            this.lost = lost;
        }

        @Override
        <R> Load prepare(Shape<R> shape, Collection<R> rows) {
            return Load.inTransaction(connection -> {
                try (PreparedStatement insert = connection.prepareStatement(shape.insert(1))) {
                    Parameters parameters = new Parameters(insert, true);
                    for (R row : rows.stream().limit(rows.size() - lost).toList()) {
                        shape.values(parameters.begin(), row);
                        if (lost == 0) {
                            insert.setString(shape.columns().size(), null);
                        }
                        insert.executeUpdate();
                    }
                }
            });
        }
    }
}
