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
 * information_schema does not know, and answers in less time than any query of the catalog takes.
 */
final class SchemaReader {
    private static final int MOST_NAMES = 20;

    /** Engines that can roll back. */
    private static final Set<String> TRANSACTIONAL =
            Set.of("innodb", "xtradb", "rocksdb", "tokudb", "ndb", "ndbcluster");

    private final Connection connection;

    SchemaReader(Connection connection) {
        this.connection = connection;
    }

    MySqlTable describe(List<Identifier> asked) throws SQLException {
        if (asked.size() > 2) {
            throw problem(asked, "a table's name has at most two parts here, the database and the table");
        }
        ServerSession session = ServerSession.of(connection);
        List<String> parts = asked.stream().map(Identifier::text).toList();
        if (parts.size() == 1 && session.database() == null) {
            throw problem(asked, "no database is chosen, and the name " + parts.get(0) + " says none");
        }
        MySqlTable table = read(parts, session);
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

    /** Returns null if there is no such table. */
    private @Nullable MySqlTable read(List<String> parts, ServerSession session) throws SQLException {
        String sqlName = parts.stream().map(MySqlDialect.INSTANCE::quote).collect(Collectors.joining("."));
        Definition definition;
        boolean isView;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE TABLE " + sqlName)) {
            row.next();
            isView = row.getMetaData().getColumnLabel(1).equalsIgnoreCase("View");
            String sql = row.getString(2);
            if (!isView && sql.toUpperCase(Locale.ROOT).startsWith("CREATE SEQUENCE")) {
                throw problem(parts, parts.get(parts.size() - 1) + " is a sequence");
            }
            definition = isView ? new Definition(List.of(), null) : Definition.parse(sql);
        } catch (SQLException e) {
            if (MySqlErrors.isNoSuchTable(e)) {
                return null;
            }
            throw e;
        }
        List<String> notes = new ArrayList<>();
        if (isView) {
            definition = viewColumns(sqlName);
            notes.add("a view");
        }
        return new MySqlTable(
                new TableName(parts), sqlName, definition, session, isTransactional(definition.engine()), notes);
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

    /** What is behind a view is not known, and taken for the usual. */
    private boolean isTransactional(@Nullable String engine) throws SQLException {
        if (engine == null || TRANSACTIONAL.contains(engine.toLowerCase(Locale.ROOT))) {
            return true;
        }
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
