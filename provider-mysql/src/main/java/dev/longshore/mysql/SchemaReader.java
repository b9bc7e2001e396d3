package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.TableName;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.support.NameMatcher;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Describes a table by what SHOW CREATE TABLE prints: the server finds the table as it does for INSERT, temporary ones first, which
 * information_schema does not know, and answers in less time than any query of the catalog takes. Over MariaDB's driver that is asked
 * together with what is to be known of the session.
 */
final class SchemaReader {
    private static final int MOST_NAMES = 20;

    /** Engines that can roll back. */
    private static final Set<String> TRANSACTIONAL =
            Set.of("innodb", "xtradb", "rocksdb", "tokudb", "ndb", "ndbcluster");

    private final Connection connection;
    private final KnownTables known;

    SchemaReader(Connection connection, KnownTables known) {
        this.connection = connection;
        this.known = known;
    }

    /**
     * What SHOW CREATE TABLE printed.
     *
     * @param sql the statement that makes the table
     */
    private record Printed(boolean isView, String sql) {
        static Printed of(ResultSet row) throws SQLException {
            row.next();
            return new Printed(row.getMetaData().getColumnLabel(1).equalsIgnoreCase("View"), row.getString(2));
        }
    }

    /** What is asked first. */
    private record Answers(ServerSession session, Printed table) {}

    MySqlTable describe(List<Identifier> asked) throws SQLException {
        if (asked.size() > 2) {
            throw problem(asked, "a table's name has at most two parts here, the database and the table");
        }
        List<String> parts = asked.stream().map(Identifier::text).toList();
        Answers answers = null;
        boolean isMissing = false;
        try {
            answers = atOnce(parts);
        } catch (SQLException e) {
            SQLException error = MySqlErrors.serverError(e);
            isMissing = MySqlErrors.isNoSuchTable(error);
            if (!isMissing && MySqlErrors.isServers(error) && !MySqlErrors.isNoDatabase(error)) {
                throw error;
            }
        }
        if (answers != null) {
            return table(parts, answers.table(), answers.session());
        }
        ServerSession session = ServerSession.of(connection);
        if (parts.size() == 1 && session.database() == null) {
            throw problem(asked, "no database is chosen, and the name " + parts.get(0) + " says none");
        }
        MySqlTable table = isMissing ? null : read(parts, session);
        if (table != null) {
            return table;
        }
        List<String> found = found(asked, session);
        table = read(found, session);
        if (table == null) {
            throw problem(asked, "the table " + found.get(found.size() - 1) + " was there a moment ago, but no longer");
        }
        return table;
    }

    /** Asks in one round trip; null if the driver has no such way. */
    private @Nullable Answers atOnce(List<String> parts) throws SQLException {
        if (!MariaDbDriver.has(connection)) {
            return null;
        }
        ServerSession[] session = new ServerSession[1];
        Printed[] table = new Printed[1];
        MariaDbDriver.of(connection).queryAll(List.of(ServerSession.QUERY, show(sqlName(parts))), (query, rows) -> {
            if (query == 0) {
                session[0] = ServerSession.of(rows);
            } else {
                table[0] = Printed.of(rows);
            }
        });
        return session[0] == null || table[0] == null ? null : new Answers(session[0], table[0]);
    }

    private static String sqlName(List<String> parts) {
        StringBuilder name = new StringBuilder();
        for (String part : parts) {
            name.append(name.isEmpty() ? "" : ".").append(MySqlDialect.INSTANCE.quote(part));
        }
        return name.toString();
    }

    private static String show(String sqlName) {
        return "SHOW CREATE TABLE " + sqlName;
    }

    /** Returns null if there is no such table. */
    private @Nullable MySqlTable read(List<String> parts, ServerSession session) throws SQLException {
        Printed printed;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(show(sqlName(parts)))) {
            printed = Printed.of(row);
        } catch (SQLException e) {
            if (MySqlErrors.isNoSuchTable(e)) {
                return null;
            }
            throw e;
        }
        return table(parts, printed, session);
    }

    private MySqlTable table(List<String> parts, Printed printed, ServerSession session) throws SQLException {
        String sqlName = sqlName(parts);
        if (printed.isView()) {
            Definition definition = viewColumns(sqlName);
            return new MySqlTable(new TableName(parts), sqlName, definition, session, true, List.of("a view"));
        }
        MySqlTable before = known.table(sqlName, printed.sql());
        if (before != null) {
            return before.in(session);
        }
        if (printed.sql().toUpperCase(Locale.ROOT).startsWith("CREATE SEQUENCE")) {
            throw problem(parts, parts.get(parts.size() - 1) + " is a sequence");
        }
        Definition definition = Definition.parse(printed.sql());
        boolean isKnownEngine = isTransactional(definition.engine());
        MySqlTable table = new MySqlTable(
                new TableName(parts),
                sqlName,
                definition,
                session,
                isKnownEngine || canRollBack(definition.engine()),
                List.of());
        if (isKnownEngine) {
            // of another engine more is asked than the text
            known.remember(sqlName, table, printed.sql(), definition.counter());
        }
        return table;
    }

    private Definition viewColumns(String sqlName) throws SQLException {
        List<Definition.Column> columns = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW FULL COLUMNS FROM " + sqlName)) {
            while (rows.next()) {
                String collation = rows.getString("Collation");
                int end = collation == null ? -1 : collation.indexOf('_');
                String charset = end < 0 ? collation : collation.substring(0, end);
                StringBuilder column = new StringBuilder(rows.getString("Type"));
                if (rows.getString("Null").equals("NO")) {
                    column.append(" NOT NULL");
                }
                if (rows.getString("Default") != null) {
                    // its text is printed without quotes, so only that there is one is known
                    column.append(" DEFAULT (0)");
                }
                String extra = rows.getString("Extra").toUpperCase(Locale.ROOT);
                if (extra.contains("GENERATED") && !extra.contains("DEFAULT_GENERATED")) {
                    column.append(" GENERATED");
                }
                columns.add(Definition.column(rows.getString("Field"), column.toString(), charset));
            }
        }
        return new Definition(columns, null);
    }

    private static boolean isTransactional(@Nullable String engine) {
        return engine == null || TRANSACTIONAL.contains(engine.toLowerCase(Locale.ROOT));
    }

    private boolean canRollBack(@Nullable String engine) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("select transactions from information_schema.engines where engine = ?")) {
            query.setString(1, engine);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() && "YES".equals(rows.getString(1));
            }
        }
    }

    /** Looks through the names that could be meant. */
    private List<String> found(List<Identifier> asked, ServerSession session) throws SQLException {
        Identifier name = asked.get(asked.size() - 1);
        String database = asked.size() > 1 ? asked.get(0).text() : String.valueOf(session.database());
        List<String> names = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(
                "select table_name from information_schema.tables where table_schema = ? order by table_name")) {
            query.setString(1, database);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
        }
        List<String> meant = NameMatcher.find(name, names, MySqlDialect.TABLES);
        if (meant.size() == 1 && !meant.get(0).equals(name.text())) {
            List<String> parts = new ArrayList<>(asked.stream()
                    .limit(asked.size() - 1L)
                    .map(Identifier::text)
                    .toList());
            parts.add(meant.get(0));
            return parts;
        }
        throw problem(
                asked,
                meant.size() > 1
                        ? "the name " + name.text() + " fits several tables: " + String.join(", ", meant)
                                + "; name the one by into(…)"
                        : missing(name, database, names));
    }

    private static String missing(Identifier name, String database, List<String> names) {
        String reason = "there is no table \"" + name.text() + "\"; the database " + database + " has ";
        if (names.isEmpty()) {
            return reason + "none";
        }
        String listed = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
        int more = names.size() - MOST_NAMES;
        return reason + listed + (more > 0 ? " and " + more + " more" : "");
    }

    private static BulkLoadException problem(List<?> asked, String reason) {
        String table = asked.stream()
                .map(part -> part instanceof Identifier identifier ? identifier.text() : String.valueOf(part))
                .collect(Collectors.joining("."));
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason).table(table).build();
    }
}
