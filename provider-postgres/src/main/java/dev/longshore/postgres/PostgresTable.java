package dev.longshore.postgres;

import dev.longshore.TableName;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table, view or foreign table of PostgreSQL with what only this provider asks about. Immutable. */
final class PostgresTable extends TargetTable {
    private final Map<String, PgType> types;
    private final Traits traits;
    private final List<TargetColumn> primaryKey;

    /**
     * How a table differs from a plain one.
     *
     * @param oid its number
     * @param relation its unqualified name, as the server's messages give it
     * @param kind pg_class.relkind
     * @param copyRefusal why COPY can't write into it as INSERT does; null if it can
     * @param skipCause what may leave rows out without an error; null if nothing
     * @param foreign whether another server may hold rows of it
     * @param statementTriggers whether triggers fire once for each statement
     */
    record Traits(
            long oid,
            String relation,
            char kind,
            @Nullable String copyRefusal,
            @Nullable String skipCause,
            boolean foreign,
            boolean statementTriggers) {}

    PostgresTable(
            TableName name,
            String sqlName,
            List<TargetColumn> columns,
            Map<String, PgType> types,
            Traits traits,
            List<String> primaryKey,
            List<String> notes) {
        super(name, sqlName, columns, notes);
        this.primaryKey = primaryKey.stream()
                .flatMap(key -> columns.stream().filter(column -> column.name().equals(key)))
                .toList();
        this.types = Map.copyOf(types);
        this.traits = traits;
    }

    PgType type(TargetColumn column) {
        PgType type = types.get(column.name());
        if (type == null) {
            throw new IllegalArgumentException("not a column of this table: " + column.name());
        }
        return type;
    }

    Traits traits() {
        return traits;
    }

    @Override
    public List<TargetColumn> keyColumns() {
        return primaryKey.isEmpty() ? super.keyColumns() : primaryKey;
    }
}
