package dev.longshore.postgres;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the value of a returned column comes from, if it can be made before the row is sent.
 *
 * @param column the column
 * @param place its place among the columns that are written, behind those of the load unless the load writes it
 * @param isAdded whether the load does not write it
 * @param expression makes a value, as SQL; null if the rows bring all of them
 * @param isNumber whether that is a sequence's next number, which is never null
 */
record KeySource(
        TargetColumn column,
        int place,
        boolean isAdded,
        @Nullable String expression,
        boolean isNumber) {
    /** The sequence of an identity, or that of a default which calls one. */
    private static final String SEQUENCE =
            "case when a.attidentity <> '' then (select d.objid from pg_catalog.pg_depend d"
                    + " where d.classid = 'pg_catalog.pg_class'::regclass and d.refclassid = 'pg_catalog.pg_class'::regclass and"
                    + " d.refobjid = a.attrelid and d.refobjsubid = a.attnum and d.deptype = 'i' limit 1) when a.atthasdef then"
                    + " (select d.refobjid from pg_catalog.pg_attrdef f, pg_catalog.pg_depend d, pg_catalog.pg_sequence s where"
                    + " f.adrelid = a.attrelid and f.adnum = a.attnum and d.classid = 'pg_catalog.pg_attrdef'::regclass and"
                    + " d.objid = f.oid and d.refclassid = 'pg_catalog.pg_class'::regclass and s.seqrelid = d.refobjid limit 1)"
                    + " end";

    /**
     * For each column a text: facts without blanks, then the lengths of three names, -1 for one that is missing, then the names:
     * the column's, the sequence's, and the default's expression. OFFSET has the server find the sequence once only.
     */
    private static final String FACTS = "array(select pg_catalog.concat_ws(' ', k.identity::int4, k.typed,"
            + " k.insertable::int4, k.selectable::int4, coalesce(k.sequence::int8, 0),"
            + " coalesce(pg_catalog.has_sequence_privilege(k.sequence, 'USAGE, UPDATE')::int4, 0),"
            + " pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMP')::int4,"
            + " pg_catalog.length(k.name), coalesce(pg_catalog.length(k.sequence::regclass::text), -1),"
            + " coalesce(pg_catalog.length(k.expression), -1),"
            + " k.name || coalesce(k.sequence::regclass::text, '') || coalesce(k.expression, ''))"
            + " from (select a.attname::text as name, a.attidentity <> '' as identity,"
            + " (select pg_catalog.pg_get_expr(f.adbin, f.adrelid) from pg_catalog.pg_attrdef f where"
            + " f.adrelid = a.attrelid and f.adnum = a.attnum) as expression,"
            + " case when a.atttypmod = -1 then a.atttypid::int8 else 0 end as typed,"
            + " pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'INSERT') as insertable,"
            + " pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') as selectable, " + SEQUENCE
            + " as sequence from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname in (";

    private static final String FACTS_END = ") and a.attnum > 0 and not a.attisdropped offset 0) k)";

    private static final Pattern NEXTVAL = Pattern.compile("(pg_catalog\\.)?nextval\\('[^()]*'::regclass\\)");

    /** A default of another type than these can differ from what goes on the wire, or be cut when it is cast. */
    private static final Map<Long, String> EXACT_TYPES = Map.of(
            20L, "int8",
            21L, "int2",
            23L, "int4",
            25L, "text",
            2950L, "uuid");

    private static final long TIMESTAMPTZ = 1184;

    private static final Set<String> NOW = Set.of(
            "now()", "CURRENT_TIMESTAMP", "transaction_timestamp()", "statement_timestamp()", "clock_timestamp()");

    /**
     * What the catalog says of the returned columns.
     *
     * @param sources where their values come from; empty if one can't be made before
     * @param refusal why one can't be made before; null if all can
     * @param unreadable why the server gives back no value that it made itself; null if it does
     * @param mayStage whether the role may make a temporary table
     */
    record Sources(
            List<KeySource> sources,
            @Nullable String refusal,
            @Nullable String unreadable,
            boolean mayStage) {
        Sources {
            sources = List.copyOf(sources);
        }
    }

    /** What the catalog says of a column. */
    private record Facts(
            boolean isIdentity,
            @Nullable String expression,
            long exactType,
            boolean insertable,
            boolean selectable,
            @Nullable Long sequence,
            boolean mayTake,
            String sequenceName,
            boolean mayStage) {

        /** Reads the form of {@link #FACTS}, and puts the facts under the column's name. */
        static void parse(String text, Map<String, Facts> facts) {
            String[] words = text.split(" ", 11);
            String names = words[10];
            int nameEnd = names.offsetByCodePoints(0, Integer.parseInt(words[7]));
            int sequenceEnd = names.offsetByCodePoints(nameEnd, Math.max(0, Integer.parseInt(words[8])));
            long sequence = Long.parseLong(words[4]);
            facts.put(
                    names.substring(0, nameEnd),
                    new Facts(
                            words[0].equals("1"),
                            words[9].equals("-1") ? null : names.substring(sequenceEnd),
                            Long.parseLong(words[1]),
                            words[2].equals("1"),
                            words[3].equals("1"),
                            sequence == 0 ? null : sequence,
                            words[5].equals("1"),
                            names.substring(nameEnd, sequenceEnd),
                            words[6].equals("1")));
        }
    }

    /** Selects what the catalog says of columns of the table that is {@code c}: an array of texts. */
    static String facts(List<TargetColumn> columns) {
        return columns.stream()
                .map(column -> SchemaReader.literal(column.name()))
                .collect(Collectors.joining(", ", FACTS, FACTS_END));
    }

    /** Holds what the catalog says against what the load wants. It is asked unless it was with the table's description. */
    static Sources of(LoadRequest request, ConnectionMemory memory) throws SQLException {
        PostgresTable table = (PostgresTable) request.table();
        List<String> texts = memory.keyFacts(table, facts(request.returned()));
        if (texts == null) {
            texts = read(request.connection(), table, facts(request.returned()));
        }
        Map<String, Facts> facts = new HashMap<>();
        texts.forEach(text -> Facts.parse(text, facts));
        List<KeySource> sources = new ArrayList<>();
        String refusal = null;
        String unreadable = null;
        int added = request.columns().size();
        for (TargetColumn column : request.returned()) {
            Facts known = facts.get(column.name());
            if (known == null) {
                refusal = "column " + column.name() + " is gone";
                continue;
            }
            if (!known.selectable()) {
                unreadable = "the role may not SELECT column " + column.name();
            }
            int written = request.columns().indexOf(column);
            String reason = refusal(request, table, column, known, written >= 0);
            if (reason != null) {
                refusal = "column " + column.name() + " " + reason;
                continue;
            }
            boolean isBrought = written >= 0 && request.keepIdentity();
            sources.add(new KeySource(
                    column,
                    written >= 0 ? written : added++,
                    written < 0,
                    isBrought ? null : expression(known),
                    !isBrought && isSequence(known)));
        }
        boolean mayStage = facts.values().stream().allMatch(Facts::mayStage);
        return new Sources(refusal == null ? sources : List.of(), refusal, unreadable, mayStage);
    }

    /** By the name, as a literal: a plan that has the table's number or a parameter is made anew again and again. */
    private static List<String> read(Connection connection, PostgresTable table, String facts) throws SQLException {
        String named = "pg_catalog.to_regclass(" + SchemaReader.literal(table.sqlName()) + ")";
        try (PreparedStatement query = connection.prepareStatement(
                        "select " + facts + ", c.oid::int8 from pg_catalog.pg_class c where c.oid = " + named);
                ResultSet row = query.executeQuery()) {
            boolean isSame = row.next() && row.getLong(2) == table.traits().oid();
            return isSame ? SchemaReader.texts(row.getArray(1)) : List.of();
        }
    }

    private static @Nullable String refusal(
            LoadRequest request, PostgresTable table, TargetColumn column, Facts facts, boolean isWritten) {
        TypeFamily family = table.type(column).family();
        boolean isWhole = family == TypeFamily.INT2 || family == TypeFamily.INT4 || family == TypeFamily.INT8;
        if (!facts.insertable()) {
            return "may not be written by the role";
        }
        if (column.generated()) {
            return "is computed";
        }
        if (isWritten && (column.numbering() == Numbering.NONE || !isWhole)) {
            return "comes back as it is stored, not as the rows bring it";
        }
        if (isWritten && request.keepIdentity()) {
            return null;
        }
        if (isSequence(facts)) {
            boolean isKnown = isWhole && facts.sequence() != null;
            if (!isKnown) {
                return "has no sequence of its own";
            }
            return facts.mayTake() ? null : "has the sequence " + facts.sequenceName() + ", which the role may not use";
        }
        if (facts.expression() == null) {
            return "has no default";
        }
        boolean isNow = facts.exactType() == TIMESTAMPTZ && NOW.contains(facts.expression());
        return isNow || EXACT_TYPES.containsKey(facts.exactType())
                ? null
                : "has a default of a type whose values are not made beforehand: " + column.typeName();
    }

    private static boolean isSequence(Facts facts) {
        return facts.isIdentity()
                || (facts.expression() != null
                        && NEXTVAL.matcher(facts.expression()).matches());
    }

    /** A sequence by its number, since a row's error names the row where a value is too great for its column. */
    private static String expression(Facts facts) {
        if (isSequence(facts)) {
            return "pg_catalog.nextval(" + facts.sequence() + "::oid::regclass)";
        }
        String type = EXACT_TYPES.get(facts.exactType());
        String bare = "(" + facts.expression() + ")";
        return type == null ? bare : bare + "::pg_catalog." + type;
    }
}
