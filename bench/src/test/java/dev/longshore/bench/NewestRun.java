package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The newest of the runs that are part of the documentation. */
public final class NewestRun {
    private NewestRun() {}

    /** Finds it by the word with which the names of such files begin. */
    public static Path of(String database) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../docs/benchmarks"))) {
            return files.filter(file -> file.getFileName().toString().matches(database + "-.*\\.json"))
                    .max(Comparator.comparing(NewestRun::date).thenComparing(Comparator.naturalOrder()))
                    .orElseThrow();
        }
    }

    /** With which such a name ends, whatever comes before it. */
    private static String date(Path file) {
        return file.getFileName().toString().replaceFirst("^.*(\\d{4}-\\d\\d-\\d\\d)\\.json$", "$1");
    }
}
