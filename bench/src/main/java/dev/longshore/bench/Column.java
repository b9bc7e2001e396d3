package dev.longshore.bench;

/**
 * A column of the table {@code bench}.
 *
 * @param name its name
 * @param type what it holds; each database has its own word for it
 * @param nullable whether it takes NULL
 */
record Column(String name, Type type, boolean nullable) {
    enum Type {
        INT64,
        INT32,
        FLOAT64,
        BOOLEAN,
        /** Ten digits before the point and two behind it. */
        DECIMAL,
        /** At most a hundred characters. */
        SHORT_TEXT,
        /** At most four thousand characters. */
        LONG_TEXT,
        DATE_TIME,
        DATE
    }

    static Column required(String name, Type type) {
        return new Column(name, type, false);
    }

    static Column optional(String name, Type type) {
        return new Column(name, type, true);
    }
}
