package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.postgres.ConnectionMemory.KnownTable;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.NameMatcher;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a table by one query with one row; a partitioned table, and types that users made of each other, take one more. The
 * server resolves the name, so that temporary tables and the search path count as they do for INSERT.
 *
 * <p>A description is remembered with the catalog's facts that it was made of. The next load over the connection asks for the
 * facts alone, which takes the server half the time and saves making the description; if they are the same, so is the
 * description. Nothing else decides that it is current, so it does not matter by whom or in which transaction a table is changed,
 * and whether that is rolled back.
 */
final class SchemaReader {
    private static final int MOST_NAMES = 20;

    private static final int TRIGGER_PER_ROW = 1;
    private static final int TRIGGER_BEFORE = 2;
    private static final int TRIGGER_INSTEAD = 64;

    /** A type that users or extensions made, as the catalog has it. */
    private static final String OWN_TYPE = "pg_catalog.concat_ws(',', y.oid, y.typtype, case when y.typlen = -1 then"
            + " y.typelem else 0 end, y.typbasetype, (y.typdefault is not null)::int4,"
            + " pg_catalog.encode(pg_catalog.convert_to(y.typname, 'UTF8'), 'hex'))";

    /** All that types are made of, down to types that come with the server. */
    private static final String OWN_TYPES = "with recursive made as (select pg_catalog.unnest(?::int8[]) as oid union"
            + " select p.part from made m join pg_catalog.pg_type t on t.oid = m.oid left join pg_catalog.pg_range r on"
            + " r.rngtypid = t.oid left join pg_catalog.pg_range s on s.rngmultitypid = t.oid cross join lateral"
            + " (values (t.typelem::int8), (t.typbasetype::int8), (r.rngsubtype::int8), (s.rngtypid::int8)) p(part)"
            + " where p.part >= 16384) select " + OWN_TYPE + ", coalesce(r.rngsubtype, 0)::int8,"
            + " coalesce(s.rngtypid, 0)::int8 from made m join pg_catalog.pg_type y on y.oid = m.oid"
            + " left join pg_catalog.pg_range r on r.rngtypid = y.oid"
            + " left join pg_catalog.pg_range s on s.rngmultitypid = y.oid";

    /** The column's facts in words without blanks, then the length of the type's name, the type's name and the column's. */
    private static final String COLUMNS = "array(select pg_catalog.concat_ws(' ', a.attnum, a.atttypid,"
            + " a.attnotnull::int4,"
            + " coalesce(nullif(a.attidentity, ''), '-'), coalesce(nullif(a.attgenerated, ''), '-'), a.atthasdef::int4,"
            + " case when a.atthasdef and a.attgenerated = '' and (a.atttypid in (20, 21, 23) or a.atttypid >= 16384) then"
            + " (select (pg_catalog.pg_get_expr(d.adbin, d.adrelid) ~ '^(pg_catalog[.])?nextval[(]')::int4"
            + " from pg_catalog.pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum) else 0 end,"
            + " case when a.atttypid >= 16384 then (select " + OWN_TYPE + " from pg_catalog.pg_type y where"
            + " y.oid = a.atttypid) else '-' end,"
            + " pg_catalog.length(pg_catalog.format_type(a.atttypid, a.atttypmod)),"
            + " pg_catalog.format_type(a.atttypid, a.atttypmod) || a.attname)"
            + " from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped"
            + " order by a.attnum)";

    /** What a description depends on in any case. What else it depends on can't come or go without a change here. */
    private static final String FACTS = "array[(c.oid, c.relnamespace::pg_catalog.regnamespace, c.relname, c.relkind,"
            + " c.relrowsecurity, c.relhasrules, c.relhastriggers, array(select (a.attname, a.atttypid, a.atttypmod,"
            + " a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef) from pg_catalog.pg_attribute a where"
            + " a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum))::text]";

    private static final String ROW_SECURITY =
            "case when c.relrowsecurity then array[pg_catalog.row_security_active(c.oid)::text] end";

    /** A default that is changed is another row with another number. */
    private static final String DEFAULTS = "nullif(array(select (d.adnum, d.oid, d.xmin)::text from"
            + " pg_catalog.pg_attrdef d where d.adrelid = c.oid order by d.adnum), '{}')";

    private static final String TYPES =
            "nullif(array(select (" + OWN_TYPE + ", pg_catalog.format_type(y.oid, null))::text"
                    + " from pg_catalog.pg_type y where y.oid in (select a.atttypid from pg_catalog.pg_attribute a where"
                    + " a.attrelid = c.oid and a.attnum > 0 and a.atttypid >= 16384) order by y.oid), '{}')";

    private static final String TRIGGERS = "array(select t.tgtype || ' ' || t.tgname from pg_catalog.pg_trigger t where"
            + " not t.tgisinternal and t.tgenabled <> 'D' and t.tgtype & 4 <> 0 and ";

    private static final String OWN_TRIGGERS =
            "case when c.relhastriggers then " + TRIGGERS + "t.tgrelid = c.oid order by t.tgname) end";

    /** Partitions may have triggers of their own, and be on other servers. */
    private static final String PARTITIONS = "select " + TRIGGERS
            + "t.tgrelid in (select p.relid from pg_catalog.pg_partition_tree(?::int8::oid::regclass) p) order by t.tgname),"
            + " exists (select from pg_catalog.pg_partition_tree(?::int8::oid::regclass) p join pg_catalog.pg_class f on"
            + " f.oid = p.relid where f.relkind = 'f')";

    private static final String RULES =
            "case when c.relhasrules then array(select r.rulename from pg_catalog.pg_rewrite r where r.ev_class = c.oid"
                    + " and r.ev_type = '3' and r.ev_enabled <> 'D' order by r.rulename) end";

    /** How many of the columns that follow are the key, then the numbers of the index's columns. */
    private static final String PRIMARY_KEY =
            "case when c.relhasindex then array(select pg_catalog.concat_ws(' ', i.indnkeyatts, i.indkey)"
                    + " from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary) end";

    /** What a description may depend on: arrays of texts, each null where the table has nothing of the kind. */
    private static final List<String> ALL_FACTS =
            List.of(FACTS, ROW_SECURITY, RULES, OWN_TRIGGERS, DEFAULTS, TYPES, PRIMARY_KEY);

    private static final int FIRST_FACT = 6;
    private static final int ROW_SECURITY_FACT = 1;
    private static final int RULES_FACT = 2;
    private static final int TRIGGERS_FACT = 3;
    private static final int PRIMARY_KEY_FACT = 6;

    /** Subqueries, not joins: they are planned in half the time. */
    private static final String DESCRIPTION =
            "select c.oid::int8, (select n.nspname from pg_catalog.pg_namespace n where"
                    + " n.oid = c.relnamespace), c.relname, c.relkind, " + COLUMNS + ", "
                    + String.join(", ", ALL_FACTS);

    private static final String DESCRIPTION_BY_NAME = DESCRIPTION + from(List.of("?", "?"));
    private static final String DESCRIPTION_BY_DERIVED_NAME = DESCRIPTION + from(List.of("?", "?", "?"));

    private static final String NAMES = "select n.nspname, c.relname from pg_catalog.pg_class c join"
            + " pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'f') and"
            + " n.nspname <> 'information_schema' and n.nspname !~ '^pg_(catalog|toast)' and (case when ?::text is null"
            + " then pg_catalog.pg_table_is_visible(c.oid) else n.nspname in (?, ?) end) order by c.relname";

    private final Connection connection;
    private final ConnectionMemory memory;

    /** A type that users made, as the catalog has it. Numbers are 0 where there is none. */
    private record OwnType(
            long oid, String kind, long element, long base, long bound, long range, boolean hasDefault, String name) {

        static OwnType parse(String text, long bound, long range) {
            String[] facts = text.split(",", -1);
            return new OwnType(
                    Long.parseLong(facts[0]),
                    facts[1],
                    Long.parseLong(facts[2]),
                    Long.parseLong(facts[3]),
                    bound,
                    range,
                    facts[4].equals("1"),
                    new String(HexFormat.of().parseHex(facts[5]), StandardCharsets.UTF_8));
        }

        boolean isMadeOf(Set<Long> known) {
            boolean isRange = kind.equals("r") || kind.equals("m");
            return !isRange
                    && (element < PgType.FIRST_OWN_OID || known.contains(element))
                    && (base < PgType.FIRST_OWN_OID || known.contains(base));
        }
    }

    SchemaReader(Connection connection, ConnectionMemory memory) {
        this.connection = connection;
        this.memory = memory;
    }

    /**
     * Describes a table.
     *
     * @param asked its name
     * @throws BulkLoadException if there is no such table, several may be meant, or nothing can be inserted into it
     */
    PostgresTable describe(List<Identifier> asked) throws SQLException {
        memory.beginLoad();
        KnownTable known = memory.table(asked);
        if (known != null) {
            if (isCurrent(known)) {
                return known.table();
            }
            memory.forget(asked);
        }
        Identifier last = asked.get(asked.size() - 1);
        PostgresTable table = read(asked, last.match() == Identifier.Match.DERIVED);
        return table != null ? table : read(found(asked), asked);
    }

    private boolean isCurrent(KnownTable known) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(known.query());
                ResultSet row = timed(query)) {
            if (!row.next()) {
                return false;
            }
            int column = 1;
            for (List<String> fact : known.facts()) {
                if (!fact.equals(texts(row.getArray(column++)))) {
                    return false;
                }
            }
            String keys = known.keys();
            if (keys != null) {
                memory.remember(known.table(), keys, texts(row.getArray(column)));
            }
            return true;
        }
    }

    private ResultSet timed(PreparedStatement query) throws SQLException {
        long start = System.nanoTime();
        ResultSet row = query.executeQuery();
        memory.addRoundTrip(System.nanoTime() - start);
        return row;
    }

    private PostgresTable read(Identifier found, List<Identifier> asked) throws SQLException {
        List<Identifier> name = new ArrayList<>(asked.subList(0, asked.size() - 1));
        name.add(found);
        PostgresTable table = read(name, false);
        if (table == null) {
            throw problem(asked, "the table " + found.text() + " was there a moment ago, but no longer");
        }
        return table;
    }

    private @Nullable PostgresTable read(List<Identifier> asked, boolean derived) throws SQLException {
        List<String> names = new ArrayList<>(List.of(sqlName(asked, false), sqlName(asked, true)));
        if (derived) {
            String name = asked.get(asked.size() - 1).text();
            names.add(name.replace("_", "").toLowerCase(Locale.ROOT));
        }
        String byName = derived ? DESCRIPTION_BY_DERIVED_NAME : DESCRIPTION_BY_NAME;
        try (PreparedStatement query = connection.prepareStatement(byName)) {
            for (int i = 0; i < names.size(); i++) {
                query.setString(i + 1, names.get(i));
            }
            try (ResultSet row = timed(query)) {
                return row.next() ? table(asked, names, row) : null;
            }
        }
    }

    /**
     * Finds the table by its name as it is written, and as it is folded. The last resort for a derived name, the third, is the
     * one visible table whose name is the asked one but for case and underscores.
     */
    private static String from(List<String> names) {
        String resolved = "pg_catalog.to_regclass(" + names.get(0) + "), pg_catalog.to_regclass(" + names.get(1) + ")";
        if (names.size() > 2) {
            resolved += ", (select case when pg_catalog.count(*) = 1 then pg_catalog.min(v.oid::int8)::oid end from"
                    + " pg_catalog.pg_class v where v.relkind in ('r', 'p', 'v', 'f') and"
                    + " pg_catalog.replace(pg_catalog.lower(v.relname), '_', '') = " + names.get(2)
                    + " and pg_catalog.pg_table_is_visible(v.oid))";
        }
        return " from pg_catalog.pg_class c where c.oid = coalesce(" + resolved + ")";
    }

    static String literal(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static String sqlName(List<Identifier> asked, boolean folded) {
        return asked.stream()
                .map(part -> folded && part.match() != Identifier.Match.EXACT
                        ? PostgresDialect.folded(part.text())
                        : part.text())
                .map(PostgresDialect.INSTANCE::quote)
                .collect(Collectors.joining("."));
    }

    /** Looks through the names that could be meant. */
    private Identifier found(List<Identifier> asked) throws SQLException {
        Identifier name = asked.get(asked.size() - 1);
        Identifier schema = asked.size() > 1 ? asked.get(asked.size() - 2) : null;
        List<String> names = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(NAMES)) {
            query.setString(1, schema == null ? null : schema.text());
            query.setString(2, schema == null ? null : schema.text());
            query.setString(3, schema == null ? null : PostgresDialect.folded(schema.text()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(2));
                }
            }
        }
        List<String> meant = NameMatcher.find(name, names, PostgresDialect.INSTANCE);
        if (meant.size() == 1) {
            return new Identifier(meant.get(0), Identifier.Match.EXACT);
        }
        throw problem(
                asked,
                meant.isEmpty()
                        ? missing(name, schema, names)
                        : "the name " + name.text() + " fits several tables: " + String.join(", ", meant)
                                + "; name the one by into(…)");
    }

    private static String missing(Identifier name, @Nullable Identifier schema, List<String> names) {
        String reason = "there is no table \"" + name.text() + "\""
                + (schema == null ? " in the search path; it has " : "; schema " + schema.text() + " has ");
        if (names.isEmpty()) {
            return reason + "none";
        }
        String listed = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = names.size() - MOST_NAMES;
        return reason + listed + (more > 0 ? " and " + more + " more" : "");
    }

    private static BulkLoadException problem(List<Identifier> asked, String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason)
                .table(asked.stream().map(Identifier::text).collect(Collectors.joining(".")))
                .build();
    }

    private PostgresTable table(List<Identifier> asked, List<String> names, ResultSet row) throws SQLException {
        String schema = row.getString(2);
        String relation = row.getString(3);
        char kind = row.getString(4).charAt(0);
        List<List<String>> facts = new ArrayList<>();
        List<List<String>> known = new ArrayList<>();
        StringJoiner selected = new StringJoiner(", ");
        for (int i = 0; i < ALL_FACTS.size(); i++) {
            Array fact = row.getArray(FIRST_FACT + i);
            facts.add(texts(fact));
            if (fact != null) {
                known.add(facts.get(i));
                selected.add(ALL_FACTS.get(i));
            }
        }
        boolean rowSecurity = facts.get(ROW_SECURITY_FACT).contains("true");
        List<String> rules = facts.get(RULES_FACT).stream()
                .filter(rule -> !rule.equals("_RETURN"))
                .toList();
        Partitions partitions = kind == 'p' ? partitions(row.getLong(1)) : null;
        List<String> triggerTexts = partitions == null ? facts.get(TRIGGERS_FACT) : partitions.triggers();
        List<Trigger> triggers = triggerTexts.stream().map(Trigger::parse).toList();
        boolean instead = triggers.stream().anyMatch(Trigger::replacesInsert);
        refuseKind(asked, kind, relation);

        Map<Long, OwnType> own = new HashMap<>();
        List<Column> found = new ArrayList<>();
        for (String text : texts(row.getArray(5))) {
            found.add(Column.parse(text, own));
        }
        boolean isWhole = kind != 'p' && !readParts(own);
        List<TargetColumn> columns = new ArrayList<>(found.size());
        Map<String, PgType> types = new HashMap<>();
        for (Column column : found) {
            PgType type = type(column.typeOid(), own);
            types.put(column.name(), type);
            columns.add(new TargetColumn(
                    column.name(),
                    column.typeName(),
                    type.family().kind(),
                    !column.notNull(),
                    column.hasDefault(),
                    column.numbering(),
                    column.generated()));
        }
        TableName name = asked.size() == 1 ? TableName.of(relation) : TableName.of(schema, relation);
        String sqlName = PostgresDialect.INSTANCE.quote(schema) + "." + PostgresDialect.INSTANCE.quote(relation);
        PostgresTable.Traits traits = new PostgresTable.Traits(
                row.getLong(1),
                relation,
                kind,
                copyRefusal(kind, rowSecurity, rules, instead),
                skipCause(kind, rules, triggers),
                kind == 'f' || (partitions != null && partitions.foreign()),
                triggers.stream().anyMatch(trigger -> !trigger.perRow()));
        PostgresTable table = new PostgresTable(
                name,
                sqlName,
                columns,
                types,
                traits,
                primaryKey(facts.get(PRIMARY_KEY_FACT), found),
                notes(kind, rules, triggers));
        if (isWhole) {
            String from = from(names.stream().map(SchemaReader::literal).toList());
            memory.remember(asked, new KnownTable(table, known, selected.toString(), from, null, 0));
        }
        return table;
    }

    private static List<String> primaryKey(List<String> fact, List<Column> columns) {
        if (fact.isEmpty()) {
            return List.of();
        }
        String[] numbers = fact.get(0).split(" ", -1);
        return Arrays.stream(numbers, 1, 1 + Integer.parseInt(numbers[0]))
                .map(Integer::parseInt)
                .flatMap(number -> columns.stream().filter(column -> column.number() == number))
                .map(Column::name)
                .toList();
    }

    /** What counts for a table of its partitions: their triggers, and whether one of them is foreign. */
    private record Partitions(List<String> triggers, boolean foreign) {}

    private Partitions partitions(long oid) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(PARTITIONS)) {
            query.setLong(1, oid);
            query.setLong(2, oid);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new Partitions(texts(row.getArray(1)), row.getBoolean(2));
            }
        }
    }

    private static void refuseKind(List<Identifier> asked, char kind, String relation) throws BulkLoadException {
        String what = switch (kind) {
            case 'r', 'p', 'v', 'f' -> null;
            case 'm' -> "a materialized view, which is filled by REFRESH only";
            case 'S' -> "a sequence";
            case 'i', 'I' -> "an index";
            case 'c' -> "a composite type";
            default -> "no table";
        };
        if (what != null) {
            throw problem(asked, relation + " is " + what);
        }
    }

    private record Trigger(int type, String name) {
        static Trigger parse(String text) {
            int blank = text.indexOf(' ');
            return new Trigger(Integer.parseInt(text.substring(0, blank)), text.substring(blank + 1));
        }

        boolean perRow() {
            return (type & TRIGGER_PER_ROW) != 0;
        }

        boolean replacesInsert() {
            return (type & TRIGGER_INSTEAD) != 0;
        }

        boolean maySkip() {
            return perRow() && (type & (TRIGGER_BEFORE | TRIGGER_INSTEAD)) != 0;
        }
    }

    private static @Nullable String copyRefusal(char kind, boolean rowSecurity, List<String> rules, boolean instead) {
        if (rowSecurity) {
            return "row-level security holds for this role, which COPY does not obey and refuses";
        }
        if (!rules.isEmpty()) {
            return "COPY ignores the rules of the table: " + String.join(", ", rules);
        }
        if (kind != 'v') {
            return null;
        }
        return instead
                ? "COPY into a view also counts the rows that its INSTEAD OF triggers leave out"
                : "COPY takes no view without an INSTEAD OF INSERT trigger";
    }

    private static @Nullable String skipCause(char kind, List<String> rules, List<Trigger> triggers) {
        if (!rules.isEmpty()) {
            return "the table has rules: " + String.join(", ", rules);
        }
        List<String> skipping =
                triggers.stream().filter(Trigger::maySkip).map(Trigger::name).toList();
        if (!skipping.isEmpty()) {
            return "the table has triggers that may leave rows out: " + String.join(", ", skipping);
        }
        return kind == 'v' ? "the table is a view, behind which triggers or rules may leave rows out" : null;
    }

    private static List<String> notes(char kind, List<String> rules, List<Trigger> triggers) {
        List<String> notes = new ArrayList<>();
        if (kind == 'v') {
            notes.add("a view");
        }
        if (!rules.isEmpty()) {
            notes.add("rules rewrite the INSERT: " + String.join(", ", rules));
        }
        addNote(notes, "triggers fire for each row: ", triggers.stream().filter(Trigger::perRow));
        addNote(notes, "triggers fire for each statement: ", triggers.stream().filter(each -> !each.perRow()));
        return notes;
    }

    private static void addNote(List<String> notes, String text, java.util.stream.Stream<Trigger> triggers) {
        String names = triggers.map(Trigger::name).distinct().collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            notes.add(text + names);
        }
    }

    /** A column as the catalog has it. */
    private record Column(
            int number,
            String name,
            String typeName,
            long typeOid,
            boolean notNull,
            Numbering numbering,
            boolean generated,
            boolean hasDefault) {

        /** Reads the form of {@link #COLUMNS}, and puts the type aside if it is no built-in one. */
        static Column parse(String text, Map<Long, OwnType> own) {
            String[] facts = text.split(" ", 10);
            int typeEnd = facts[9].offsetByCodePoints(0, Integer.parseInt(facts[8]));
            long typeOid = Long.parseLong(facts[1]);
            boolean typeDefault = false;
            if (!facts[7].equals("-")) {
                OwnType type = OwnType.parse(facts[7], 0, 0);
                own.put(typeOid, type);
                typeDefault = type.hasDefault();
            }
            boolean numbered = facts[6].equals("1");
            Numbering numbering = switch (facts[3]) {
                case "a" -> Numbering.ALWAYS;
                case "d" -> Numbering.BY_DEFAULT;
                default -> numbered ? Numbering.BY_DEFAULT : Numbering.NONE;
            };
            return new Column(
                    Integer.parseInt(facts[0]),
                    facts[9].substring(typeEnd),
                    facts[9].substring(0, typeEnd),
                    typeOid,
                    facts[2].equals("1"),
                    numbering,
                    !facts[4].equals("-"),
                    facts[5].equals("1") || typeDefault);
        }
    }

    /** Reads on where a type is made of others that users made. Returns whether that was so. */
    private boolean readParts(Map<Long, OwnType> own) throws SQLException {
        boolean known = own.values().stream().allMatch(type -> type.isMadeOf(own.keySet()));
        if (known) {
            return false;
        }
        try (PreparedStatement query = connection.prepareStatement(OWN_TYPES)) {
            query.setArray(1, connection.createArrayOf("int8", own.keySet().toArray()));
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    OwnType type = OwnType.parse(rows.getString(1), rows.getLong(2), rows.getLong(3));
                    own.put(type.oid(), type);
                }
            }
        }
        return true;
    }

    private static PgType type(long oid, Map<Long, OwnType> own) {
        OwnType made = own.get(oid);
        if (made == null) {
            return PgType.builtIn(oid);
        }
        int number = (int) oid;
        return switch (made.kind()) {
            case "d" -> type(made.base(), own).withOid(number);
            case "e" -> new PgType(number, TypeFamily.ENUM, null);
            case "r" -> new PgType(number, TypeFamily.RANGE, type(made.bound(), own));
            case "m" -> new PgType(number, TypeFamily.MULTIRANGE, type(made.range(), own));
            case "b" ->
                made.element() != 0
                        ? new PgType(number, TypeFamily.ARRAY, type(made.element(), own))
                        : new PgType(number, extension(made.name()), null);
            default -> new PgType(number, TypeFamily.LITERAL, null);
        };
    }

    private static final Set<String> TEXT_EXTENSIONS = Set.of("citext");

    private static TypeFamily extension(String name) {
        if (TEXT_EXTENSIONS.contains(name)) {
            return TypeFamily.TEXT;
        }
        return name.equals("hstore") ? TypeFamily.HSTORE : TypeFamily.LITERAL;
    }

    static List<String> texts(@Nullable Array array) throws SQLException {
        return array == null ? List.of() : List.of((String[]) array.getArray());
    }
}
