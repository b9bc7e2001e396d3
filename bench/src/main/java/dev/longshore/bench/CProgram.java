package dev.longshore.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;

/** A program in C on SQLite's own API, run as a process of its own that tells how long its load took. Seven columns only. */
final class CProgram extends MixedContender {
    static final String TITLE = "C program";

    private final Path program;
    private final Path folder;
    private final int rowsPerInsert;

    private CProgram(Path program, Path folder, int rowsPerInsert) {
        super(TITLE, "");
        this.program = program;
        this.folder = folder;
        this.rowsPerInsert = rowsPerInsert;
    }

    /** The reason why there is no such program on this machine. */
    static final class Missing extends Exception {
        private static final long serialVersionUID = 1L;

        Missing(String reason) {
            super(reason);
        }
    }

    /** Compiles the program into a folder. */
    static CProgram compile(Path folder, int rowsPerInsert) throws Missing, IOException, InterruptedException {
        Path source = folder.resolve("load.c");
        try (InputStream code = Objects.requireNonNull(CProgram.class.getResourceAsStream("/load.c"), "load.c")) {
            Files.copy(code, source, StandardCopyOption.REPLACE_EXISTING);
        }
        Path program = folder.resolve("load");
        try {
            run(List.of("gcc", "-O2", "-o", program.toString(), source.toString(), "-lsqlite3"));
        } catch (IOException e) {
            throw new Missing("gcc can't compile it, which needs SQLite's header and library: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
        return new CProgram(program, folder, rowsPerInsert);
    }

    /** The version of the SQLite library that it uses, which need not be the one in the JDBC driver. */
    String sqliteVersion() throws IOException, InterruptedException {
        return run(List.of(program.toString(), "--version"));
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    boolean takes(Shape<?> shape, int rows) {
        return shape.name().equals("mixed");
    }

    /** Each load is a process of its own. */
    @Override
    boolean warmsUp() {
        return false;
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) throws IOException {
        Path written = Files.createTempFile(folder, "rows", ".tsv");
        written.toFile().deleteOnExit();
        BenchRows.writeTo(written, rows);
        return new Load() {
            @Override
            public void into(Connection connection) throws Exception {
                taken(connection);
            }

            @Override
            public Taken taken(Connection connection) throws Exception {
                String database = connection.getMetaData().getURL().substring("jdbc:sqlite:".length());
                String[] nanos = CProgram.run(List.of(
                                program.toString(), database, written.toString(), String.valueOf(rowsPerInsert)))
                        .split(" ", 2);
                return new Taken(Long.parseLong(nanos[0]), Long.parseLong(nanos[1]), 0);
            }
        };
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(output.isEmpty() ? command.get(0) + " failed" : output);
        }
        return output;
    }
}
