package dev.longshore.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Objects;

/** A program in C on SQLite's own API, run as a process of its own that tells how long its load took. Seven columns only. */
final class CProgram implements Contender {
    private final Path program;
    private final Path folder;
    private final int rowsPerInsert;
    private Path written = Path.of("");
    private List<BenchRow> writtenRows = List.of();

    private CProgram(Path program, Path folder, int rowsPerInsert) {
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

    CProgram with(int otherRowsPerInsert) {
        return new CProgram(program, folder, otherRowsPerInsert);
    }

    /** The version of the SQLite library that it uses, which need not be the one in the JDBC driver. */
    String sqliteVersion() throws IOException, InterruptedException {
        return run(List.of(program.toString(), "--version"));
    }

    int rowsPerInsert() {
        return rowsPerInsert;
    }

    @Override
    public String title() {
        return "C program";
    }

    @Override
    public Taken load(Path database, List<BenchRow> rows, int columns) throws IOException, InterruptedException {
        if (columns != BenchRows.MIXED) {
            throw new IllegalArgumentException("the C program loads " + BenchRows.MIXED + " columns, not " + columns);
        }
        if (writtenRows != rows) {
            written = folder.resolve("rows-" + rows.size() + ".tsv");
            BenchRows.writeTo(written, rows);
            writtenRows = rows;
        }
        String[] nanos = run(List.of(
                        program.toString(), database.toString(), written.toString(), String.valueOf(rowsPerInsert)))
                .split(" ", 2);
        return new Taken(Long.parseLong(nanos[0]), Long.parseLong(nanos[1]));
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
