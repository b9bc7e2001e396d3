package dev.longshore.bench;

/** Something that is measured, by a name that {@code -Dbench.include} can choose. */
interface Benchmark {
    String name();

    void run(Workplace place, Report report) throws Exception;
}
