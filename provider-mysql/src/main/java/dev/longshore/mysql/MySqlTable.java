package dev.longshore.mysql;

import dev.longshore.TableName;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table or view with what only this provider asks about. Immutable, but for what is asked later. */
final class MySqlTable extends TargetTable {
    private final Map<String, Definition.Column> definitions;
    private final List<TargetColumn> keyColumns;
    private final ServerSession session;
    private final @Nullable String engine;
    private final boolean transactional;
    private volatile @Nullable KeyFacts keyFacts;

    /**
     * Makes a description.
     *
     * @param definition the columns and the engine
     * @param session the session as it was when the table was read
     * @param transactional whether the engine can roll back
     */
    MySqlTable(
            TableName name,
            String sqlName,
            Definition definition,
            ServerSession session,
            boolean transactional,
            List<String> notes) {
        super(name, sqlName, columns(definition), notes);
        this.definitions =
                definition.columns().stream().collect(Collectors.toMap(Definition.Column::name, Function.identity()));
        this.keyColumns = definition.primaryKey().stream()
                .flatMap(
                        key -> columns().stream().filter(column -> column.name().equals(key)))
                .filter(column -> !definition(column).versioned())
                .toList();
        this.session = session;
        this.engine = definition.engine();
        this.transactional = transactional;
    }

    private MySqlTable(MySqlTable same, ServerSession session) {
        super(same.name(), same.sqlName(), same.columns(), same.notes());
        this.definitions = same.definitions;
        this.keyColumns = same.keyColumns;
        this.session = session;
        this.engine = same.engine;
        this.transactional = same.transactional;
    }

    /** The same table in another session, of which nothing was asked yet. */
    MySqlTable in(ServerSession other) {
        return new MySqlTable(this, other);
    }

    private static List<TargetColumn> columns(Definition definition) {
        return definition.columns().stream()
                .map(column -> new TargetColumn(
                        column.name(),
                        column.typeName(),
                        column.type().family().kind(),
                        column.nullable(),
                        column.hasDefault(),
                        column.numbering(),
                        column.generated()))
                .toList();
    }

    MySqlType type(TargetColumn column) {
        return definition(column).type();
    }

    Definition.Column definition(TargetColumn column) {
        Definition.Column found = definitions.get(column.name());
        if (found == null) {
            throw new IllegalArgumentException("not a column of this table: " + column.name());
        }
        return found;
    }

    /** Without a primary key, the column that the server numbers. */
    @Override
    public List<TargetColumn> keyColumns() {
        return keyColumns.isEmpty() ? super.keyColumns() : keyColumns;
    }

    /** Invisible columns are left out, too. */
    @Override
    public boolean positional(TargetColumn column) {
        Definition.Column found = definitions.get(column.name());
        return super.positional(column) && found != null && found.visible();
    }

    Iterable<Definition.Column> definitions() {
        return definitions.values();
    }

    ServerSession session() {
        return session;
    }

    /** The storage engine; null for a view. */
    @Nullable
    String engine() {
        return engine;
    }

    @Override
    public boolean transactional() {
        return transactional;
    }

    boolean isInnoDb() {
        return engine != null && (engine.equalsIgnoreCase("InnoDB") || engine.equalsIgnoreCase("XtraDB"));
    }

    /** What its keys depend on, asked once for a load that gives them back. */
    KeyFacts keyFacts(Connection connection) throws SQLException {
        KeyFacts known = keyFacts;
        if (known == null) {
            known = KeyFacts.of(connection, this);
            keyFacts = known;
        }
        return known;
    }
}
