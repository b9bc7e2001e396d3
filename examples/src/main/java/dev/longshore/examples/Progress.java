package dev.longshore.examples;

import dev.longshore.LoadListener;
import dev.longshore.LoadProgress;
import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows how far a load is: a bar where there is a terminal, a line for each quarter of the rows where there is none. */
final class Progress implements LoadListener, AutoCloseable {
    private final PrintStream out;
    private final String task;
    private final int rows;
    private final @Nullable ProgressBar bar;
    private int quarters;

    Progress(PrintStream out, boolean terminal, String task, int rows) {
        this.out = out;
        this.task = task;
        this.rows = rows;
        this.bar = terminal ? bar(out, task, rows) : null;
    }

    private static ProgressBar bar(PrintStream out, String task, int rows) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(rows)
                .setUnit(" rows", 1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .setConsumer(new ConsoleProgressBarConsumer(out, 79))
                .build();
    }

    @Override
    public void progress(LoadProgress progress) {
        loaded(progress.rows());
    }

    /** Says how many rows are loaded so far. */
    void loaded(long done) {
        if (bar != null) {
            bar.stepTo(done);
        }
        int reached = (int) (4 * done / rows);
        if (reached > quarters) {
            quarters = reached;
            if (bar == null) {
                out.printf(Locale.ROOT, "%s  %,9d of %,d rows%n", task, done, rows);
            }
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
