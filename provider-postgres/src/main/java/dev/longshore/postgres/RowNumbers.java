package dev.longshore.postgres;

import java.util.Arrays;

/** Tells which row of the input a line of a COPY was. Keeps a place for each run of neighbours, so it is small for most loads. */
final class RowNumbers {
    private long[] firstLines = new long[4];
    private long[] firstRows = new long[4];
    private int runs;
    private long lines;

    /** Adds the next line. */
    void add(long row) {
        if (runs == 0 || row != firstRows[runs - 1] + (lines - firstLines[runs - 1])) {
            if (runs == firstLines.length) {
                firstLines = Arrays.copyOf(firstLines, 2 * runs);
                firstRows = Arrays.copyOf(firstRows, 2 * runs);
            }
            firstLines[runs] = lines;
            firstRows[runs] = row;
            runs++;
        }
        lines++;
    }

    long lines() {
        return lines;
    }

    int runs() {
        return runs;
    }

    /** Returns the row of a line, which is counted from 1; -1 if there is no such line. */
    long row(long line) {
        if (line < 1 || line > lines) {
            return -1;
        }
        int found = Arrays.binarySearch(firstLines, 0, runs, line - 1);
        int run = found >= 0 ? found : -found - 2;
        return firstRows[run] + (line - 1 - firstLines[run]);
    }

    void clear() {
        runs = 0;
        lines = 0;
    }
}
