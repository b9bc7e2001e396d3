package dev.longshore.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Which loads are compared, and how patiently. */
enum Suite {
    /** What fits into a quarter of an hour or little more on two cores. */
    USEFUL(Duration.ofSeconds(3), 25),
    /** All, in about three quarters of an hour. */
    FULL(Duration.ofSeconds(10), 50);

    /** Instead of a shape: rows that the database numbers, with and without their keys. */
    static final String KEYS = "keys";

    /** Instead of a shape: mixed rows of which some may be rejected. */
    static final String REJECTS = "rejects";

    /** Numbers of rows that are few for SQLite, of the full suite. */
    static final List<Integer> FEW_OF_SQLITE = List.of(1, 2, 5, 10);

    private static final List<Integer> FEW = List.of(1, 10, 100, 200, 500, 1_000);

    private final Duration patience;
    private final int mostRoundsOfFew;

    Suite(Duration patience, int mostRoundsOfFew) {
        this.patience = patience;
        this.mostRoundsOfFew = mostRoundsOfFew;
    }

    /**
     * A comparison.
     *
     * @param database the database's name
     * @param shape the shape's name, or {@link #KEYS} or {@link #REJECTS}
     * @param rows how many rows
     */
    record Comparison(String database, String shape, int rows) {
        /** By which {@code -Dbench.include} chooses it. */
        String name() {
            return database + "/" + shape + "-" + rows;
        }
    }

    /** How long the rounds may take of a contender that may sit out some of them, though never the first three. */
    Duration patience() {
        return patience;
    }

    /** How many rounds there are at most of loads of few rows. */
    int mostRoundsOfFew() {
        return mostRoundsOfFew;
    }

    /** All comparisons; large loads first, so that all code is compiled before few rows are loaded. */
    List<Comparison> comparisons() {
        List<Comparison> all = new ArrayList<>();
        // first, as its loads of few rows are quick, and so many of them that all code is compiled before the others'
        few(all, "sqlite-wal", fewOfSqlite());
        for (String database : List.of("sqlite", "postgres", "mariadb", "sqlserver-client")) {
            many(all, database);
            if (!database.equals("sqlserver-client")) {
                few(all, database, database.equals("sqlite") ? fewOfSqlite() : few());
                all.add(new Comparison(database, KEYS, 10_000));
            }
            if (database.equals("postgres")) {
                all.add(new Comparison(database, REJECTS, 100_000));
                if (this == FULL) {
                    all.add(new Comparison(database, REJECTS, 1_000_000));
                }
            }
        }
        for (String database : List.of("postgres-1ms", "mariadb-1ms")) {
            few(all, database, few());
        }
        return all;
    }

    private void many(List<Comparison> all, String database) {
        all.add(new Comparison(database, "mixed", 100_000));
        all.add(new Comparison(database, "mixed", 10_000));
        if (this == FULL) {
            all.add(new Comparison(database, "mixed", 1_000_000));
        }
        int rows = this == FULL ? 100_000 : 10_000;
        for (String shape : List.of("narrow", "wide", "text", "sparse")) {
            all.add(new Comparison(database, shape, rows));
        }
    }

    private List<Integer> fewOfSqlite() {
        return this == FULL ? FEW_OF_SQLITE : List.of(1, 10);
    }

    private List<Integer> few() {
        return this == FULL ? FEW : List.of(1, 10, 100, 1_000);
    }

    private static void few(List<Comparison> all, String database, List<Integer> sizes) {
        for (int rows : sizes) {
            all.add(new Comparison(database, "mixed", rows));
        }
    }
}
