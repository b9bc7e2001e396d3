package dev.longshore;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes rejected rows to a CSV file (RFC 4180, UTF-8) that can be mended and loaded again: the columns of the load, and behind them
 * {@value #ROW}, {@value #COLUMN}, {@value #REASON} and {@value #SQL_STATE}. NULL and values that could not be read are empty, empty
 * text is {@code ""}; bytes are {@code \x} and hexadecimal digits; all else is written as its {@code toString()} has it, dates and times
 * of java.time thus in ISO form.
 *
 * <pre>{@code
 * try (RejectFile rejects = RejectFile.create(Path.of("rejects.csv"))) {
 *     BulkInserter.forConnection(connection)
 *             .onError(ErrorPolicy.rejectUpTo(1_000, rejects))
 *             .insert(people);
 * }
 * }</pre>
 *
 * <p>The file tells of a load that failed, too; then none of its rows is stored. Not thread-safe; one file serves one load after the
 * other if they have the same columns.
 */
public final class RejectFile implements RejectHandler, Closeable {
    /** The column that holds the row's index in the input, counted from 0. */
    public static final String ROW = "reject_row";

    /** The column that holds the column which is to blame; empty where none is known. */
    public static final String COLUMN = "reject_column";

    /** The column that holds the reason. */
    public static final String REASON = "reject_reason";

    /** The column that holds the SQLState; empty where there is none. */
    public static final String SQL_STATE = "reject_sqlstate";

    private static final String LINE_END = "\r\n";

    private final Writer writer;
    private @Nullable List<String> columns;
    private long rows;

    private RejectFile(Writer writer) {
        this.writer = writer;
    }

    /**
     * Creates a file, or empties the one that is there.
     *
     * @param file the file
     * @return what writes to it, to be closed by the caller
     * @throws IOException if the file can't be written
     */
    public static RejectFile create(Path file) throws IOException {
        return new RejectFile(Files.newBufferedWriter(requireNonNull(file, "file"), StandardCharsets.UTF_8));
    }

    /**
     * Writes to a writer.
     *
     * @param writer the writer; closed by {@link #close()}
     * @return what writes to it, to be closed by the caller
     */
    public static RejectFile to(Writer writer) {
        return new RejectFile(requireNonNull(writer, "writer"));
    }

    /**
     * Writes a row, and before the first one the names of the columns.
     *
     * @param row the row
     * @throws IOException if it can't be written
     * @throws IllegalArgumentException if the columns are not those of the rows before
     */
    @Override
    public void rejected(RejectedRow row) throws IOException {
        if (columns == null) {
            columns = row.columns();
            for (String column : row.columns()) {
                field(column);
                writer.write(',');
            }
            writer.write(String.join(",", ROW, COLUMN, REASON, SQL_STATE));
            writer.write(LINE_END);
        } else if (!row.columns().equals(columns)) {
            throw new IllegalArgumentException(
                    "the file has the columns " + columns + ", but the row has " + row.columns());
        }
        for (String column : row.columns()) {
            field(row.values().get(column));
            writer.write(',');
        }
        field(row.index());
        writer.write(',');
        field(row.column());
        writer.write(',');
        field(row.reason());
        writer.write(',');
        field(row.sqlState());
        writer.write(LINE_END);
        rows++;
    }

    private void field(@Nullable Object value) throws IOException {
        if (value == null) {
            return;
        }
        String text = value instanceof byte[] bytes ? "\\x" + HexFormat.of().formatHex(bytes) : value.toString();
        if (text.isEmpty() || needsQuotes(text)) {
            writer.write('"');
            writer.write(text.replace("\"", "\"\""));
            writer.write('"');
        } else {
            writer.write(text);
        }
    }

    private static boolean needsQuotes(String text) {
        return text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n')
                || Character.isWhitespace(text.charAt(0))
                || Character.isWhitespace(text.charAt(text.length() - 1));
    }

    /**
     * Returns how many rows were written.
     *
     * @return the number, the line with the names left out
     */
    public long rows() {
        return rows;
    }

    /**
     * Ends the file.
     *
     * @throws IOException if what was written can't be brought to it
     */
    @Override
    public void close() throws IOException {
        writer.close();
    }
}
