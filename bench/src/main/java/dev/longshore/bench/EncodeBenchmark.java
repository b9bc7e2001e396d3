package dev.longshore.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What a row costs up to where a server would begin; an operation is a row. {@link EncodeRun} runs it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EncodeBenchmark {
    private static final int ROWS = 10_000;

    /** The database, as {@link EncodeTarget} names it. */
    @Param({"sqlite", "postgres", "mariadb", "sqlserver"})
    public String database = "";

    /** The shape of the rows. */
    @Param({"mixed", "narrow", "wide", "text", "sparse"})
    public String shape = "";

    private EncodeTarget target;

    /**
     * Makes the rows and what takes them.
     *
     * @throws IOException if an endpoint can't be started
     * @throws SQLException if a connection is refused
     */
    @Setup(Level.Trial)
    public void open() throws IOException, SQLException {
        target = EncodeTarget.of(database, shape, ROWS);
    }

    /**
     * Closes them.
     *
     * @throws IOException if that fails
     */
    @TearDown(Level.Trial)
    public void close() throws IOException {
        target.close();
    }

    /**
     * Loads the rows.
     *
     * @throws SQLException if the load fails
     */
    @Benchmark
    @OperationsPerInvocation(ROWS)
    public void load() throws SQLException {
        target.load();
    }
}
