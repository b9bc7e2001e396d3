package dev.longshore.sqlserver;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.NameMatcher;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a table by one query, in the catalog of the table's own database. A view takes two more, a synonym too, and so does a
 * name that the server itself does not find. {@code OBJECT_ID} resolves the name, so that the user's default schema counts as it does
 * for INSERT.
 */
final class SchemaReader {
    private static final int MOST_NAMES = 20;
    private static final String TEMPORARY = "tempdb";
    private static final String TABLES = "tables";
    private static final String VIEWS = "views";

    /**
     * {@code {db}} stands for the database's name and a dot, or for nothing, and {@code {kind}} for the view that has the kind of
     * table. A server that makes its catalog of views plans each one anew, so that none stands here that need not.
     */
    private static final String DESCRIPTION = "declare @o int = object_id(?); select s.name as schema_name,"
            + " o.name as table_name, t.after_trigger as after_trigger, t.instead_trigger as instead_trigger,"
            + " (select min(i.name) from {db}sys.indexes i where i.object_id = @o and i.ignore_dup_key = 1)"
            + " as skipping_index, {namesake} as namesake,"
            + " (select count(*) from {db}sys.foreign_keys k where k.parent_object_id = @o) as foreign_keys,"
            + " cast(serverproperty('BabelfishVersion') as nvarchar(128)) as babelfish,"
            // the name by the number is that of a type of the server's own, but types of the CLR share one
            + " c.name as column_name, coalesce(type_name(c.system_type_id), u.name) as column_type,"
            + " c.max_length as column_length,"
            + " c.precision as column_precision, c.scale as column_scale, cast(c.is_nullable as int) as column_nullable,"
            + " cast(c.is_identity as int) as column_identity, cast(c.is_computed as int) as column_computed,"
            + " cast(c.is_hidden as int) as column_hidden, c.generated_always_type as column_period,"
            + " coalesce(c.encryption_type, 0) as column_encrypted,"
            + " case when c.default_object_id <> 0 then 1 else 0 end as column_default,"
            + " p.key_ordinal as column_key, c.collation_name as column_collation,"
            + " cast(collationproperty(c.collation_name, 'CodePage') as int) as column_code_page"
            + " from {db}sys.{kind} o join {db}sys.schemas s on s.schema_id = o.schema_id"
            + " join {db}sys.columns c on c.object_id = o.object_id"
            + " left join {db}sys.types u on u.user_type_id = c.user_type_id"
            + " left join (select x.column_id, x.key_ordinal from {db}sys.key_constraints n join {db}sys.index_columns x on"
            + " x.object_id = n.parent_object_id and x.index_id = n.unique_index_id where n.type = 'PK' and"
            + " n.parent_object_id = @o) p on p.column_id = c.column_id"
            + " cross join (select min(case when g.is_instead_of_trigger = 0 then g.name end) as after_trigger,"
            + " min(case when g.is_instead_of_trigger = 1 then g.name end) as instead_trigger from {db}sys.triggers g join"
            + " {db}sys.trigger_events e on e.object_id = g.object_id where g.parent_id = @o and e.type = 1 and"
            + " g.is_disabled = 0) t"
            + " where o.object_id = @o order by c.column_id";

    /** Whether the current database has a table that happens to have the number of the one elsewhere. */
    private static final String NAMESAKE =
            "(select count(*) from sys.columns n where n.object_id = @o and n.is_computed = 1)";

    /** What a name stands for that is no table's. */
    private static final String KIND = "select rtrim(o.type) as other_kind, (select min(y.base_object_name) from"
            + " {db}sys.synonyms y where y.object_id = o.object_id) as other_target from {db}sys.objects o where"
            + " o.object_id = object_id(?)";

    private static final String NAMES =
            "select s.name as other_schema, o.name as other_table from {db}sys.objects o join"
                    + " {db}sys.schemas s on s.schema_id = o.schema_id where o.type in ('U', 'V', 'SN') and o.is_ms_shipped = 0"
                    + " order by s.name, o.name";

    private final Connection connection;

    SchemaReader(Connection connection) {
        this.connection = connection;
    }

    /**
     * Describes a table.
     *
     * @param asked its name
     * @throws BulkLoadException if there is no such table, several may be meant, or nothing can be inserted into it
     */
    SqlServerTable describe(List<Identifier> asked) throws SQLException {
        SqlServerTable table = read(asked, asked.size(), true);
        if (table != null) {
            return table;
        }
        List<Identifier> found = new ArrayList<>(asked.subList(0, asked.size() - 1));
        found.addAll(found(asked));
        table = read(found, asked.size(), true);
        if (table == null) {
            throw problem(asked, "the table was there a moment ago, but no longer");
        }
        return table;
    }

    private static @Nullable String database(List<Identifier> name) {
        if (name.size() == 3) {
            return name.get(0).text();
        }
        return name.get(name.size() - 1).text().startsWith("#") ? TEMPORARY : null;
    }

    private static String prefix(List<Identifier> name) {
        String database = database(name);
        return database == null ? "" : SqlServerDialect.INSTANCE.quote(database) + ".";
    }

    private static String lookup(List<Identifier> name) {
        String quoted = name.stream()
                .map(part -> SqlServerDialect.INSTANCE.quote(part.text()))
                .collect(Collectors.joining("."));
        String table = name.get(name.size() - 1).text();
        return table.startsWith("#") ? TEMPORARY + ".." + SqlServerDialect.INSTANCE.quote(table) : quoted;
    }

    private @Nullable SqlServerTable read(List<Identifier> name, int parts, boolean followSynonym) throws SQLException {
        SqlServerTable table = read(name, parts, TABLES);
        if (table != null) {
            return table;
        }
        String kind;
        String target;
        try (PreparedStatement query = connection.prepareStatement(KIND.replace("{db}", prefix(name)))) {
            query.setNString(1, lookup(name));
            try (ResultSet row = query.executeQuery()) {
                if (!row.next()) {
                    return null;
                }
                kind = row.getString("other_kind");
                target = row.getString("other_target");
            }
        }
        if (target == null) {
            if (!kind.equals("V")) {
                throw problem(name, lookup(name) + " is no table (sys.objects.type " + kind + ")");
            }
            return read(name, parts, VIEWS);
        }
        List<Identifier> meant = SqlServerDialect.INSTANCE.parse(target);
        table = followSynonym ? read(meant, meant.size(), false) : null;
        if (table == null) {
            throw problem(name, "the synonym stands for " + target + ", which is not there");
        }
        return table;
    }

    private @Nullable SqlServerTable read(List<Identifier> name, int parts, String kind) throws SQLException {
        boolean mayHaveNamesake = name.size() == 3;
        String sql = DESCRIPTION
                .replace("{namesake}", mayHaveNamesake ? NAMESAKE : "0")
                .replace("{kind}", kind)
                .replace("{db}", prefix(name));
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setNString(1, lookup(name));
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? table(name, parts, kind.equals(VIEWS), rows) : null;
            }
        }
    }

    /** Reads all columns, the result standing on the first. */
    private SqlServerTable table(List<Identifier> asked, int parts, boolean isView, ResultSet rows)
            throws SQLException {
        String schema = rows.getString("schema_name");
        boolean isTemporary = asked.get(asked.size() - 1).text().startsWith("#");
        // a temporary table is stored under a longer name
        String relation = isTemporary ? asked.get(asked.size() - 1).text() : rows.getString("table_name");
        String after = rows.getString("after_trigger");
        String instead = rows.getString("instead_trigger");
        String skipping = rows.getString("skipping_index");
        boolean hasForeignKeys = rows.getInt("foreign_keys") > 0;
        boolean isBabelfish = rows.getString("babelfish") != null;
        String database = database(asked);
        boolean isElsewhere = database != null && !database.equalsIgnoreCase(connection.getCatalog());
        boolean hasNamesake = isElsewhere && !isTemporary && rows.getInt("namesake") > 0;

        List<TargetColumn> columns = new ArrayList<>();
        Map<String, MsType> types = new HashMap<>();
        List<String> encrypted = new ArrayList<>();
        List<String> visible = new ArrayList<>();
        List<Boolean> computed = new ArrayList<>();
        SortedMap<Integer, TargetColumn> keys = new TreeMap<>();
        do {
            MsType type = MsType.of(
                    rows.getString("column_type"),
                    rows.getInt("column_length"),
                    rows.getInt("column_precision"),
                    rows.getInt("column_scale"),
                    rows.getInt("column_code_page"),
                    rows.getString("column_collation"));
            String name = rows.getString("column_name");
            boolean isComputed = rows.getInt("column_computed") != 0;
            boolean isIdentity = rows.getInt("column_identity") != 0;
            computed.add(isComputed);
            if (rows.getInt("column_hidden") == 0) {
                visible.add(name);
            }
            if (rows.getInt("column_encrypted") != 0) {
                encrypted.add(name);
            }
            types.put(name, type);
            TargetColumn column = new TargetColumn(
                    name,
                    type.shown(),
                    type.family().kind(),
                    rows.getInt("column_nullable") != 0,
                    rows.getInt("column_default") != 0,
                    isIdentity ? Numbering.ALWAYS : Numbering.NONE,
                    isComputed || rows.getInt("column_period") != 0 || type.family() == TypeFamily.ROWVERSION);
            columns.add(column);
            if (rows.getInt("column_key") > 0) {
                keys.put(rows.getInt("column_key"), column);
            }
        } while (rows.next());

        SqlServerTable.Traits traits = new SqlServerTable.Traits(
                isView,
                after,
                instead,
                hasForeignKeys,
                skipping,
                misread(visible, computed, isElsewhere, hasNamesake),
                List.copyOf(encrypted),
                isBabelfish);
        return new SqlServerTable(
                name(asked, parts, schema, relation),
                sqlName(asked, isTemporary, schema, relation),
                columns,
                List.copyOf(keys.values()),
                types,
                traits,
                notes(isView, after, instead, isBabelfish));
    }

    /**
     * Finds the columns that the driver's bulk copy takes for computed ones and drops. It pairs the columns of {@code select *}
     * with those of sys.columns by their place, but hidden columns are in the second only. Of tables of other databases it finds
     * no columns, or those of a table of the current one that has the same number.
     */
    private static List<String> misread(
            List<String> visible, List<Boolean> computed, boolean isElsewhere, boolean hasNamesake) {
        List<String> misread = new ArrayList<>();
        for (int i = 0; i < visible.size(); i++) {
            if (isElsewhere ? hasNamesake : computed.get(i)) {
                misread.add(visible.get(i));
            }
        }
        return List.copyOf(misread);
    }

    private static TableName name(List<Identifier> asked, int parts, String schema, String relation) {
        return switch (parts) {
            case 1 -> TableName.of(relation);
            case 2 -> TableName.of(schema, relation);
            default -> TableName.of(asked.get(0).text(), schema, relation);
        };
    }

    private static String sqlName(List<Identifier> asked, boolean isTemporary, String schema, String relation) {
        SqlServerDialect dialect = SqlServerDialect.INSTANCE;
        if (isTemporary) {
            return dialect.quote(relation);
        }
        String name = dialect.quote(schema) + "." + dialect.quote(relation);
        return asked.size() == 3 ? dialect.quote(asked.get(0).text()) + "." + name : name;
    }

    private static List<String> notes(
            boolean isView, @Nullable String after, @Nullable String instead, boolean isBabelfish) {
        List<String> notes = new ArrayList<>();
        if (isView) {
            notes.add("a view");
        }
        if (after != null) {
            notes.add("the trigger " + after + " fires once for each statement");
        }
        if (instead != null) {
            notes.add("the trigger " + instead + " replaces the INSERT");
        }
        if (isBabelfish) {
            notes.add("the server is Babelfish, which converts nothing in a bulk load");
        }
        return notes;
    }

    /** Looks through the names that could be meant; returns schema and table. */
    private List<Identifier> found(List<Identifier> asked) throws SQLException {
        Identifier name = asked.get(asked.size() - 1);
        Identifier schema = asked.size() > 1 ? asked.get(asked.size() - 2) : null;
        List<List<String>> tables = new ArrayList<>();
        try (Statement query = connection.createStatement();
                ResultSet rows = query.executeQuery(NAMES.replace("{db}", prefix(asked)))) {
            while (rows.next()) {
                if (schema == null || schema.text().equalsIgnoreCase(rows.getString(1))) {
                    tables.add(List.of(rows.getString(1), rows.getString(2)));
                }
            }
        }
        List<String> names = tables.stream().map(each -> each.get(1)).distinct().toList();
        List<String> meant = NameMatcher.find(name, names, SqlServerDialect.INSTANCE);
        List<List<String>> candidates =
                tables.stream().filter(each -> meant.contains(each.get(1))).toList();
        if (candidates.size() == 1) {
            Identifier table = new Identifier(candidates.get(0).get(1), Identifier.Match.EXACT);
            return schema == null
                    ? List.of(new Identifier(candidates.get(0).get(0), Identifier.Match.EXACT), table)
                    : List.of(table);
        }
        throw problem(
                asked,
                candidates.isEmpty()
                        ? missing(name, schema, names)
                        : "the name " + name.text() + " fits several tables: "
                                + candidates.stream()
                                        .map(each -> String.join(".", each))
                                        .collect(Collectors.joining(", "))
                                + "; name the one by into(…)");
    }

    private static String missing(Identifier name, @Nullable Identifier schema, List<String> names) {
        String where = schema == null ? "; the database has " : "; schema " + schema.text() + " has ";
        String listed = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = names.size() - MOST_NAMES;
        return "there is no table \"" + name.text() + "\"" + where
                + (names.isEmpty() ? "none" : listed + (more > 0 ? " and " + more + " more" : ""));
    }

    private static BulkLoadException problem(List<Identifier> asked, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(asked.stream().map(Identifier::text).collect(Collectors.joining(".")))
                .build();
    }
}
