package dev.longshore.sqlserver;

import static java.util.stream.Collectors.joining;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.KeySink;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Brings back what an INSERT stored, by OUTPUT into a table variable, which triggers don't forbid. There are two ways, since OUTPUT
 * says nothing of the order of its rows:
 *
 * <p>In one statement, {@code INSERT … SELECT … ORDER BY} the rows' ordinal: identity values are computed in that order, so sorted by
 * them the rows stand in the order of the input. For everything else, a statement for each row, all in one batch, whose OUTPUT has the
 * row's ordinal as a constant.
 *
 * <p>OUTPUT shows a row as it was before AFTER triggers. Where there are any, columns other than the identity, which nothing can
 * change, are read from the table again. Confined to the loading thread.
 *
 * @see <a href="https://learn.microsoft.com/sql/t-sql/statements/insert-transact-sql">INSERT: ORDER BY and identity values</a>
 * @see <a href="https://learn.microsoft.com/sql/t-sql/queries/output-clause-transact-sql">The OUTPUT clause</a>
 */
final class OutputKeys {
    /** Rows of which each is a statement of its own. */
    static final int MOST_STATEMENTS = 100;

    private static final String ORDINAL = "longshore_row";

    private final SqlServerTable table;
    private final List<TargetColumn> returned;
    private final @Nullable TargetColumn identity;
    private final boolean isOrdered;
    private final List<TargetColumn> captured;
    private final boolean isLookedUp;
    private @Nullable KeySink sink;

    OutputKeys(LoadRequest request) {
        this.table = (SqlServerTable) request.table();
        this.returned = request.returned();
        this.identity = identity(table);
        this.isOrdered = identity != null && singleRefusal(request) == null;
        this.isLookedUp = isLookedUp(table, returned);
        this.captured = isLookedUp ? table.primaryKey() : returned;
    }

    private static @Nullable TargetColumn identity(SqlServerTable table) {
        return table.columns().stream()
                .filter(column -> column.numbering() != Numbering.NONE)
                .findFirst()
                .orElse(null);
    }

    private static boolean isLookedUp(SqlServerTable table, List<TargetColumn> returned) {
        return table.traits().afterTrigger() != null
                && returned.stream().anyMatch(column -> column.numbering() == Numbering.NONE);
    }

    /** Says why no keys can come back; null if they can. */
    static @Nullable String refusal(LoadRequest request) {
        SqlServerTable table = (SqlServerTable) request.table();
        SqlServerTable.Traits traits = table.traits();
        if (traits.insteadTrigger() != null) {
            return "the trigger " + traits.insteadTrigger() + " replaces the INSERT";
        }
        if (traits.isView()) {
            return "the table is a view";
        }
        for (TargetColumn column : request.returned()) {
            if (traits.encrypted().contains(column.name())) {
                return "column " + column.name() + " is encrypted";
            }
        }
        return isLookedUp(table, request.returned()) && table.primaryKey().isEmpty()
                ? "the trigger " + traits.afterTrigger()
                        + " may change what is stored, and the table has no primary key to look its rows up by"
                : null;
    }

    /** Says why each row must be a statement of its own; null if rows can go together. */
    static @Nullable String singleRefusal(LoadRequest request) {
        SqlServerTable table = (SqlServerTable) request.table();
        if (identity(table) == null) {
            return "the table has no identity column to tell the order of the rows by";
        }
        if (request.keepIdentity()) {
            return "the rows bring the identity column";
        }
        return table.traits().skippingIndex() == null
                ? null
                : "the index " + table.traits().skippingIndex() + " leaves duplicates out";
    }

    boolean isOrdered() {
        return isOrdered;
    }

    void tell(KeySink keys) {
        this.sink = keys;
    }

    /**
     * Writes a batch that inserts rows and then selects what they got.
     *
     * @param into the beginning of an INSERT up to the table
     * @param columns the columns that are sent; empty for a row of defaults
     * @param parameters how a value of each is written
     * @param count how many rows
     */
    String sql(String into, List<String> columns, List<String> parameters, int count) {
        StringBuilder sql = new StringBuilder("declare @k table (o int");
        if (isOrdered) {
            sql.append(", i decimal(38, 0)");
        }
        for (int i = 0; i < captured.size(); i++) {
            sql.append(", c").append(i).append(' ').append(declared(captured.get(i)));
        }
        sql.append("); ");
        String list = columns.isEmpty()
                ? ""
                : columns.stream().map(OutputKeys::quoted).collect(joining(", ", " (", ")"));
        if (isOrdered) {
            insertOrdered(sql, into + list, parameters, count);
        } else {
            for (int row = 0; row < count; row++) {
                sql.append(into).append(list);
                appendOutput(sql, row);
                sql.append(
                                parameters.isEmpty()
                                        ? " default values"
                                        : parameters.stream().collect(joining(", ", " values (", ")")))
                        .append("; ");
            }
        }
        appendSelect(sql);
        return sql.toString();
    }

    private void insertOrdered(StringBuilder sql, String insert, List<String> parameters, int count) {
        sql.append(insert);
        appendOutput(sql, 0);
        if (parameters.isEmpty()) {
            sql.append(" default values; ");
            return;
        }
        String selected =
                IntStream.range(0, parameters.size()).mapToObj(i -> "v.c" + i).collect(joining(", "));
        // Babelfish can't read ORDER BY after OUTPUT; it plans both forms alike
        boolean isNested = table.traits().isBabelfish();
        sql.append(" select ").append(selected);
        sql.append(isNested ? " from (select " + selected + " from (values " : " from (values ");
        String row = parameters.stream().collect(joining(", "));
        for (int i = 0; i < count; i++) {
            sql.append(i == 0 ? "(" : ", (").append(i).append(", ").append(row).append(')');
        }
        sql.append(") as v (o");
        for (int i = 0; i < parameters.size(); i++) {
            sql.append(", c").append(i);
        }
        sql.append(isNested ? ") order by v.o offset 0 rows) as v; " : ") order by v.o; ");
    }

    private void appendOutput(StringBuilder sql, int ordinal) {
        sql.append(" output ").append(ordinal);
        if (isOrdered) {
            sql.append(", inserted.").append(quoted(identityName()));
        }
        for (TargetColumn column : captured) {
            sql.append(", inserted.").append(quoted(column.name()));
        }
        sql.append(" into @k");
    }

    private String identityName() {
        if (identity == null) {
            throw new IllegalStateException("no identity column");
        }
        return identity.name();
    }

    private void appendSelect(StringBuilder sql) {
        String step = "ident_incr(N'" + table.lookupName().replace("'", "''") + "')";
        sql.append("select ")
                .append(isOrdered ? "coalesce(cast(sign(" + step + ") as int), 0)" : "k.o")
                .append(" as ")
                .append(ORDINAL);
        if (isLookedUp) {
            sql.append(", case when t.").append(quoted(captured.get(0).name())).append(" is null then 0 else 1 end");
            for (TargetColumn column : returned) {
                sql.append(", t.").append(quoted(column.name()));
            }
            sql.append(" from @k k left join ").append(table.sqlName()).append(" t on ");
            for (int i = 0; i < captured.size(); i++) {
                sql.append(i == 0 ? "t." : " and t.")
                        .append(quoted(captured.get(i).name()))
                        .append(" = k.c")
                        .append(i);
            }
        } else {
            sql.append(", 1");
            for (int i = 0; i < captured.size(); i++) {
                sql.append(", k.c").append(i);
            }
            sql.append(" from @k k");
        }
        sql.append(" order by ");
        sql.append(isOrdered ? "case when " + step + " < 0 then -k.i else k.i end" : "k.o");
    }

    /** As the column is, but for a row version, of which a table makes its own. */
    private String declared(TargetColumn column) {
        MsType type = table.type(column);
        if (type.family() == TypeFamily.ROWVERSION) {
            return "binary(8)";
        }
        return type.collation() == null ? type.shown() : type.shown() + " collate " + type.collation();
    }

    private static String quoted(String name) {
        return SqlServerDialect.INSTANCE.quote(name);
    }

    /**
     * Runs such a batch and tells the keys.
     *
     * @return how many rows the server took
     */
    long insert(PreparedStatement batch, int count) throws SQLException {
        KeySink keys = sink;
        if (keys == null) {
            throw new IllegalStateException("tell() comes first");
        }
        Object[][] rows = new Object[count][];
        boolean isResult = batch.execute();
        while (isResult || batch.getUpdateCount() >= 0) {
            if (isResult) {
                try (ResultSet result = batch.getResultSet()) {
                    // triggers may show results of their own
                    if (result.getMetaData().getColumnLabel(1).equals(ORDINAL)) {
                        read(result, rows);
                    }
                }
            }
            isResult = batch.getMoreResults();
        }
        return keys.rows(rows);
    }

    private void read(ResultSet result, Object[][] rows) throws SQLException {
        int taken = 0;
        while (result.next()) {
            int row = result.getInt(1);
            if (isOrdered) {
                if (row == 0) {
                    throw failure("the server does not tell whether its identity values go up or down,"
                            + " so that it is not known whose they are");
                }
                row = taken;
            }
            if (result.getInt(2) == 0) {
                throw failure("a row is not found under the key that it was inserted with, since the trigger "
                        + table.traits().afterTrigger() + " changed it or took the row away");
            }
            Object[] values = new Object[returned.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = result.getObject(i + 3);
            }
            rows[row] = values;
            taken++;
        }
        if (isOrdered && taken != rows.length) {
            throw failure("the server gave back " + taken + " keys for " + rows.length
                    + " rows, so that it is not known whose they are");
        }
    }

    private BulkLoadException failure(String reason) {
        return BulkLoadException.in(LoadPhase.SERVER, reason)
                .table(table.name().toString())
                .build();
    }
}
