/*
 * Loads rows of the benchmark by SQLite's own C API: what the library can be held against. One transaction, one prepared
 * INSERT of a given number of rows, values bound from memory without a copy. Everything but the load itself (reading the
 * file, splitting it, opening the database) happens before the clock starts.
 *
 * load --version                       prints the version of the SQLite library
 * load DATABASE FILE ROWS_PER_INSERT   loads FILE into the table bench, prints the nanoseconds that it took: time on the
 *                                      clock, processor time
 *
 * FILE has a row per line, values separated by tabs, \N for NULL, in the order of the columns below.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLUMNS = 7 };

typedef struct {
    const char *text; /* null for NULL */
    int length;
    sqlite3_int64 number;
    double decimal;
} value;

static int is_integer(int column) {
    return column == 0 || column == 3 || column == 5; /* id, quantity, active */
}

static int is_decimal(int column) {
    return column == 2; /* amount: few digits, so that a double holds them and SQLite stores the same */
}

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void check(sqlite3 *db, int rc) {
    if (rc != SQLITE_OK && rc != SQLITE_DONE) {
        fail("sqlite", sqlite3_errmsg(db));
    }
}

static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    if (!file || fseek(file, 0, SEEK_END)) {
        fail("cannot read", name);
    }
    long size = ftell(file);
    rewind(file);
    char *text = malloc((size_t) size + 1);
    if (!text || fread(text, 1, (size_t) size, file) != (size_t) size) {
        fail("cannot read", name);
    }
    fclose(file);
    text[size] = 0;
    return text;
}

/* Splits the text in place. Numbers are read here, since a program would have them in memory. */
static value *read_rows(char *text, int *rows) {
    int count = 0;
    for (char *c = text; *c; c++) {
        count += *c == '\n';
    }
    value *values = calloc((size_t) count * COLUMNS + 1, sizeof(value));
    if (!values) {
        fail("cannot keep the rows", "out of memory");
    }
    value *next = values;
    char *field = text;
    for (char *c = text; *c; c++) {
        if (*c == '\t' || *c == '\n') {
            *c = 0;
            int column = (int) ((next - values) % COLUMNS);
            if (strcmp(field, "\\N") != 0) {
                next->text = field;
                next->length = (int) (c - field);
                if (is_integer(column)) {
                    next->number = strtoll(field, NULL, 10);
                } else if (is_decimal(column)) {
                    next->decimal = strtod(field, NULL);
                }
            }
            next++;
            field = c + 1;
        }
    }
    *rows = count;
    return values;
}

static sqlite3_stmt *prepare(sqlite3 *db, int rows) {
    static const char head[] = "insert into bench (id, name, amount, quantity, created, active, note) values ";
    static const char row[] = "(?, ?, ?, ?, ?, ?, ?), ";
    char *sql = malloc(sizeof head + (size_t) rows * sizeof row);
    if (!sql) {
        fail("cannot build the statement", "out of memory");
    }
    char *end = sql + sprintf(sql, "%s", head);
    for (int i = 0; i < rows; i++) {
        end += sprintf(end, "%s", row);
    }
    end[-2] = 0;
    sqlite3_stmt *statement;
    check(db, sqlite3_prepare_v2(db, sql, -1, &statement, NULL));
    free(sql);
    return statement;
}

static void run(sqlite3 *db, sqlite3_stmt *statement, const value *values, int rows) {
    int count = rows * COLUMNS;
    for (int i = 0; i < count; i++) {
        const value *v = values + i;
        int column = i % COLUMNS;
        if (!v->text) {
            sqlite3_bind_null(statement, i + 1);
        } else if (is_integer(column)) {
            sqlite3_bind_int64(statement, i + 1, v->number);
        } else if (is_decimal(column)) {
            sqlite3_bind_double(statement, i + 1, v->decimal);
        } else {
            sqlite3_bind_text(statement, i + 1, v->text, v->length, SQLITE_STATIC);
        }
    }
    check(db, sqlite3_step(statement));
    check(db, sqlite3_reset(statement));
}

static long long now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--version") == 0) {
        puts(sqlite3_libversion());
        return 0;
    }
    if (argc != 4) {
        fail("usage", "load DATABASE FILE ROWS_PER_INSERT");
    }
    int rows;
    value *values = read_rows(read_file(argv[2]), &rows);
    int per_insert = atoi(argv[3]);
    sqlite3 *db;
    check(NULL, sqlite3_open(argv[1], &db));

    long long cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    long long start = now(CLOCK_MONOTONIC);
    check(db, sqlite3_exec(db, "begin", NULL, NULL, NULL));
    int done = 0;
    sqlite3_stmt *statement = rows >= per_insert ? prepare(db, per_insert) : NULL;
    for (; rows - done >= per_insert; done += per_insert) {
        run(db, statement, values + (size_t) done * COLUMNS, per_insert);
    }
    sqlite3_finalize(statement);
    if (done < rows) {
        statement = prepare(db, rows - done);
        run(db, statement, values + (size_t) done * COLUMNS, rows - done);
        sqlite3_finalize(statement);
    }
    check(db, sqlite3_exec(db, "commit", NULL, NULL, NULL));
    long long end = now(CLOCK_MONOTONIC);
    cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;

    check(db, sqlite3_close(db));
    printf("%lld %lld\n", end - start, cpu);
    return 0;
}
