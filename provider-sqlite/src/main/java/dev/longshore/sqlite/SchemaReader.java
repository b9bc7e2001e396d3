package dev.longshore.sqlite;

import static java.util.Objects.requireNonNull;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.NameMatcher;
import dev.longshore.sqlite.ConnectionMemory.KnownTable;
import dev.longshore.sqlite.Statements.ResultReader;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a table. One query reads all, so that its parts agree; only what no pragma tells is taken from the definition's
 * text: STRICT, WITHOUT ROWID, conflict clauses, the events of triggers.
 *
 * <p>A description is remembered, and taken again while the versions of the schema and of temporary objects are those that it
 * was read at. Two things would give a version to another schema. Rolled back DDL frees its version for other DDL: nothing is
 * remembered that was read in a transaction. And an attached database can be exchanged for another of the same version: only
 * tables of main are remembered. In a transaction the proof reads the database as a description would, and takes the same
 * snapshot (see {@link SqliteProvider}); it is only cheaper.
 */
final class SchemaReader {
    private static final String TEMP_VERSION = "PRAGMA temp.schema_version";
    private static final String MAIN_VERSION = "PRAGMA main.schema_version";
    private static final String UNQUALIFIED = description("pragma_table_xinfo(?1)", "main");

    private static final int COLUMN = 0;
    private static final int VERSION = 1;
    private static final int TEMP_OBJECT = 2;
    private static final int OBJECT = 3;

    /** What table_xinfo says of columns that are no ordinary ones. */
    private static final int HIDDEN = 1;

    private static final int GENERATED_VIRTUAL = 2;
    private static final int GENERATED_STORED = 3;

    /** What the rowid is called, unless a column is called so. */
    private static final List<String> ROWID_NAMES = List.of("rowid", "_rowid_", "oid");

    private static final int MOST_NAMES = 20;

    private final Statements statements;

    /** A table, a view or a trigger. */
    private record SchemaObject(boolean temp, String name, String type, String definition) {
        boolean isTrigger() {
            return type.equals("trigger");
        }
    }

    private record Column(
            String name, String type, @Nullable String defaultValue, boolean notNull, int key, int hidden) {}

    /** All that one query read about a name: the columns, the objects of that name, the version of main. */
    private record Reading(String schema, List<Column> columns, List<SchemaObject> objects, long version) {
        /** The table or view that the name means; a temporary one hides others. */
        @Nullable
        SchemaObject subject() {
            SchemaObject subject = null;
            for (SchemaObject object : objects) {
                if (!object.isTrigger() && (subject == null || object.temp())) {
                    subject = object;
                }
            }
            return subject;
        }

        /** Whether the name means a table or view here, spelt as freely as it may be. SQLite ignores case even in quotes. */
        boolean isHit(Identifier asked) {
            SchemaObject subject = subject();
            return subject != null
                    && (asked.match() != Identifier.Match.EXACT
                            || subject.name().equals(asked.text()));
        }
    }

    SchemaReader(Statements statements) {
        this.statements = statements;
    }

    /**
     * Describes a table.
     *
     * @param asked its name
     * @throws BulkLoadException if there is no such table, several may be meant, nothing can be inserted into it, or a
     *     transaction is hidden from JDBC, which could neither join the load nor be told from one of its own
     */
    SqliteTable describe(List<Identifier> asked) throws SQLException {
        if (statements.inHiddenTransaction()) {
            throw problem(
                    asked,
                    "a transaction was begun by SQL while the connection is in autocommit mode, so that JDBC does not know of"
                            + " it; begin it by setAutoCommit(false), or end it before the load");
        }
        KnownTable known = statements.memory().table(asked);
        if (known != null && isCurrent(known)) {
            return known.table();
        }
        // before the rest, so that a change in between can only make the description look older than it is
        long tempVersion = version(TEMP_VERSION);
        Reading reading = find(asked);
        SchemaObject subject = requireNonNull(reading.subject());
        SqliteTable table = table(asked, reading, subject);
        if (!statements.inTransaction() && reading.schema().equals("main") && !subject.temp()) {
            statements.memory().remember(asked, new KnownTable(table, reading.version(), tempVersion));
        }
        return table;
    }

    private boolean isCurrent(KnownTable known) throws SQLException {
        return version(TEMP_VERSION) == known.tempVersion() && version(MAIN_VERSION) == known.version();
    }

    private long version(String pragma) throws SQLException {
        return statements.query(pragma, rows -> rows.next() ? rows.getLong(1) : 0);
    }

    private Reading find(List<Identifier> asked) throws SQLException {
        if (asked.size() > 2) {
            throw problem(asked, "a table name has at most two parts in SQLite: schema and table");
        }
        Identifier name = asked.get(asked.size() - 1);
        String schema = asked.size() == 2 ? schema(asked) : null;
        Reading reading = read(schema, name.text());
        if (schema == null && reading.subject() == null && !reading.columns().isEmpty()) {
            reading = readAttached(reading, name.text());
        }
        if (reading.isHit(name)) {
            return reading;
        }
        List<String> names = schema == null ? namesIn("temp", "main") : namesIn(schema);
        List<String> meant = NameMatcher.find(name, names, SqliteDialect.INSTANCE);
        if (meant.size() > 1) {
            throw problem(asked, ambiguous(name, meant));
        }
        reading = meant.isEmpty() ? reading : read(schema, meant.get(0));
        if (meant.isEmpty() || reading.subject() == null) {
            throw problem(asked, missing(name, schema, names));
        }
        return reading;
    }

    private String schema(List<Identifier> asked) throws SQLException {
        List<String> schemas = schemas();
        List<String> meant = NameMatcher.find(asked.get(0), schemas, SqliteDialect.INSTANCE);
        if (meant.isEmpty()) {
            throw problem(
                    asked,
                    "there is no schema \"" + asked.get(0).text() + "\"; the connection has "
                            + String.join(", ", schemas));
        }
        return meant.get(0);
    }

    /** The schemas in the order in which SQLite searches them. */
    private List<String> schemas() throws SQLException {
        List<String> schemas = new ArrayList<>(List.of("temp", "main"));
        statements.query("PRAGMA database_list", rows -> {
            while (rows.next()) {
                if (!schemas.contains(rows.getString(2))) {
                    schemas.add(rows.getString(2));
                }
            }
            return schemas;
        });
        return schemas;
    }

    private Reading readAttached(Reading unqualified, String name) throws SQLException {
        for (String schema : schemas().subList(2, schemas().size())) {
            Reading reading = read(schema, name);
            if (reading.subject() != null) {
                return reading;
            }
        }
        return unqualified;
    }

    private List<String> namesIn(String... schemas) throws SQLException {
        List<String> names = new ArrayList<>();
        for (String schema : schemas) {
            String sql = "SELECT name FROM " + SqliteDialect.INSTANCE.quote(schema)
                    + ".sqlite_schema WHERE type IN ('table', 'view') AND name NOT GLOB 'sqlite_*' ORDER BY name";
            statements.query(sql, rows -> {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
                return names;
            });
        }
        return names;
    }

    /**
     * Reads all about a name.
     *
     * @param schema where to look; null to let SQLite search, which finds temp before main before attached databases
     */
    private Reading read(@Nullable String schema, String name) throws SQLException {
        String sql = schema == null
                ? UNQUALIFIED
                : description("pragma_table_xinfo(?1, ?2)", SqliteDialect.INSTANCE.quote(schema));
        boolean tempIsMeant = schema == null || schema.equals("temp");
        ResultReader<Reading> reader = rows -> reading(schema == null ? "main" : schema, tempIsMeant, rows);
        return schema == null ? statements.query(sql, reader, name) : statements.query(sql, reader, name, schema);
    }

    /** A query for columns, objects and version; what the columns mean depends on the first, the part. */
    private static String description(String columns, String schema) {
        return "SELECT " + COLUMN + ", cid, name, type, dflt_value, \"notnull\", pk, hidden FROM " + columns
                + " UNION ALL SELECT " + VERSION + ", schema_version, '', '', '', 0, 0, 0 FROM pragma_schema_version"
                + objects(TEMP_OBJECT, "temp")
                + objects(OBJECT, schema);
    }

    private static String objects(int part, String schema) {
        return " UNION ALL SELECT " + part + ", 0, name, type, sql, 0, 0, 0 FROM " + schema
                + ".sqlite_schema WHERE tbl_name = ?1 COLLATE NOCASE AND type <> 'index'";
    }

    private static Reading reading(String schema, boolean tempIsMeant, ResultSet rows) throws SQLException {
        List<Column> columns = new ArrayList<>();
        List<SchemaObject> objects = new ArrayList<>(2);
        long version = 0;
        while (rows.next()) {
            int part = rows.getInt(1);
            String name = rows.getString(3);
            String type = rows.getString(4);
            String text = rows.getString(5);
            if (part == VERSION) {
                version = rows.getLong(2);
            } else if (part == COLUMN) {
                columns.add(new Column(name, type, text, rows.getBoolean(6), rows.getInt(7), rows.getInt(8)));
            } else if (part == OBJECT ? !schema.equals("temp") : tempIsMeant || type.equals("trigger")) {
                objects.add(new SchemaObject(part == TEMP_OBJECT, name, type, text));
            }
        }
        return new Reading(schema, columns, objects, version);
    }

    private static SqliteTable table(List<Identifier> asked, Reading reading, SchemaObject subject)
            throws BulkLoadException {
        String schema = subject.temp() ? "temp" : reading.schema();
        boolean isView = subject.type().equals("view");
        Definition definition = Definition.of(subject.definition());
        boolean isTable = !isView && !definition.isVirtual();
        boolean strict = isTable && definition.isStrict();
        String rowidAlias = isTable && !definition.isWithoutRowid() && !definition.hasDescendingKeyColumn()
                ? rowidAlias(reading.columns())
                : null;
        List<String> triggers = reading.objects().stream()
                .filter(object ->
                        object.isTrigger() && Definition.of(object.definition()).firesOnInsert())
                .map(SchemaObject::name)
                .toList();
        if (isView && triggers.isEmpty()) {
            throw problem(
                    asked,
                    subject.name() + " is a view without INSTEAD OF INSERT trigger, so that nothing can be inserted");
        }
        List<TargetColumn> columns = new ArrayList<>(reading.columns().size());
        Map<String, Affinity> affinities = new HashMap<>();
        SortedMap<Integer, TargetColumn> keys = new TreeMap<>();
        for (Column column : reading.columns()) {
            if (column.hidden() != HIDDEN) {
                Affinity affinity = Affinity.of(column.type(), strict);
                affinities.put(column.name(), affinity);
                TargetColumn described = column(column, affinity, column.name().equals(rowidAlias));
                columns.add(described);
                if (column.key() > 0) {
                    keys.put(column.key(), described);
                }
            }
        }
        TableName name = asked.size() == 1 ? TableName.of(subject.name()) : TableName.of(schema, subject.name());
        String sqlName = SqliteDialect.INSTANCE.quote(schema) + "." + SqliteDialect.INSTANCE.quote(subject.name());
        SqliteTable.Traits traits = new SqliteTable.Traits(
                isView,
                definition.isVirtual(),
                strict,
                rowidAlias,
                isTable ? rowKey(definition, rowidAlias, columns, keys.values()) : List.of(),
                definition.isAutoincrement() ? SqliteDialect.INSTANCE.quote(schema) + ".sqlite_sequence" : null,
                !triggers.isEmpty(),
                isView ? null : skipCause(definition, triggers),
                partialCause(definition, triggers));
        return new SqliteTable(
                name, sqlName, columns, List.copyOf(keys.values()), affinities, traits, notes(isView, triggers));
    }

    private static List<String> rowKey(
            Definition definition,
            @Nullable String rowidAlias,
            List<TargetColumn> columns,
            Collection<TargetColumn> primaryKey) {
        if (rowidAlias != null) {
            return List.of(SqliteDialect.INSTANCE.quote(rowidAlias));
        }
        if (!definition.isWithoutRowid()) {
            for (String name : ROWID_NAMES) {
                if (columns.stream().noneMatch(column -> column.name().equalsIgnoreCase(name))) {
                    return List.of(name);
                }
            }
        }
        return primaryKey.stream()
                .map(column -> SqliteDialect.INSTANCE.quote(column.name()))
                .toList();
    }

    private static @Nullable String rowidAlias(List<Column> columns) {
        Column key = null;
        for (Column column : columns) {
            if (column.key() > 0) {
                if (key != null) {
                    return null;
                }
                key = column;
            }
        }
        return key != null && key.type().equalsIgnoreCase("INTEGER") ? key.name() : null;
    }

    private static TargetColumn column(Column column, Affinity affinity, boolean isRowid) {
        String defaultValue = column.defaultValue();
        return new TargetColumn(
                column.name(),
                column.type(),
                affinity.kind(column.type()),
                !column.notNull() || isRowid,
                defaultValue != null && !defaultValue.equalsIgnoreCase("NULL"),
                isRowid ? Numbering.BY_DEFAULT : Numbering.NONE,
                column.hidden() == GENERATED_VIRTUAL || column.hidden() == GENERATED_STORED);
    }

    private static @Nullable String skipCause(Definition definition, List<String> triggers) {
        if (definition.hasConflictClause("IGNORE")) {
            return "the table has a constraint with ON CONFLICT IGNORE";
        }
        return triggers.isEmpty()
                ? null
                : "the table has triggers that may leave rows out: " + String.join(", ", triggers);
    }

    /**
     * A failed statement alone is taken back whole, unless ON CONFLICT FAIL or RAISE(FAIL) ended it. These can also be in what
     * it set off: in triggers, and in those of rows that it replaced or that foreign keys then deleted.
     */
    private static @Nullable String partialCause(Definition definition, List<String> triggers) {
        if (!triggers.isEmpty()) {
            return "triggers";
        }
        if (definition.hasConflictClause("FAIL")) {
            return "ON CONFLICT FAIL";
        }
        return definition.hasConflictClause("REPLACE") ? "ON CONFLICT REPLACE" : null;
    }

    private static List<String> notes(boolean isView, List<String> triggers) {
        if (triggers.isEmpty()) {
            return List.of();
        }
        String names = String.join(", ", triggers);
        return List.of(
                isView ? "a view, whose triggers take the rows: " + names : "triggers fire for each row: " + names);
    }

    private static String missing(Identifier name, @Nullable String schema, List<String> names) {
        String reason =
                "there is no table \"" + name.text() + "\"" + (schema == null ? "" : " in schema " + schema) + "; ";
        String where = schema == null ? "the database has " : "it has ";
        if (names.isEmpty()) {
            return reason + where + "none";
        }
        String listed = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = names.size() - MOST_NAMES;
        return reason + where + listed + (more > 0 ? " and " + more + " more" : "");
    }

    private static String ambiguous(Identifier name, List<String> meant) {
        return "the name " + name.text() + " fits several tables: " + String.join(", ", meant)
                + "; name the one by into(…)";
    }

    private static BulkLoadException problem(List<Identifier> asked, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(asked.stream().map(Identifier::text).collect(Collectors.joining(".")))
                .build();
    }
}
