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
    private static final String SEQUENCE = "(select s.seqrelid::int8 from pg_catalog.pg_sequence s where s.seqrelid in"
            + " (select d.objid from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_class'::regclass and"
            + " d.refclassid = 'pg_catalog.pg_class'::regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum"
            + " and d.deptype = 'i' union select d.refobjid from pg_catalog.pg_depend d where d.classid ="
            + " 'pg_catalog.pg_attrdef'::regclass and d.objid = f.oid and d.refclassid ="
            + " 'pg_catalog.pg_class'::regclass) limit 1)";

    private static final String FACTS = "select t.name, t.identity, t.expression, t.typed, t.insertable, t.selectable,"
            + " t.sequence, pg_catalog.has_sequence_privilege(t.sequence::oid, 'USAGE, UPDATE'),"
            + " t.sequence::oid::regclass::text,"
            + " pg_catalog.has_database_privilege(pg_catalog.current_database(), 'TEMP') from (select a.attname as name, a.attidentity <> '' as identity,"
            + " pg_catalog.pg_get_expr(f.adbin, f.adrelid) as expression, case when a.atttypmod = -1 then a.atttypid::int8"
            + " else 0 end as typed, pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'INSERT') as insertable,"
            + " pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT') as selectable, " + SEQUENCE
            + " as sequence from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef f on f.adrelid = a.attrelid and"
            + " f.adnum = a.attnum where a.attrelid = ?::int8::oid and a.attname = any(?::name[]) and a.attnum > 0"
            + " and not a.attisdropped) t";

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
            boolean mayStage) {}

    /** Asks the catalog. */
    static Sources of(LoadRequest request) throws SQLException {
        PostgresTable table = (PostgresTable) request.table();
        Map<String, Facts> facts = read(request.connection(), table, request.returned());
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

    private static Map<String, Facts> read(Connection connection, PostgresTable table, List<TargetColumn> columns)
            throws SQLException {
        Map<String, Facts> facts = new HashMap<>();
        try (PreparedStatement query = connection.prepareStatement(FACTS)) {
            query.setLong(1, table.traits().oid());
            Object[] names = columns.stream().map(TargetColumn::name).toArray();
            query.setArray(2, connection.createArrayOf("text", names));
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    long sequence = row.getLong(7);
                    facts.put(
                            row.getString(1),
                            new Facts(
                                    row.getBoolean(2),
                                    row.getString(3),
                                    row.getLong(4),
                                    row.getBoolean(5),
                                    row.getBoolean(6),
                                    sequence == 0 ? null : sequence,
                                    row.getBoolean(8),
                                    String.valueOf(row.getString(9)),
                                    row.getBoolean(10)));
                }
            }
        }
        return facts;
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
