package dev.longshore.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of a table depend on where the server does not give its rows back. Immutable.
 *
 * @param lockMode InnoDB's innodb_autoinc_lock_mode; -1 for a table of another engine
 * @param seesTriggers whether the user may see the table's triggers, without which there may be any
 * @param hasTriggers whether one of those that are seen may set the key, or how far numbers lie apart
 */
record KeyFacts(int lockMode, boolean seesTriggers, boolean hasTriggers) {
    /** The user as the tables of privileges name it. Where the server runs without them, it has no name. */
    private static final String GRANTEE = "concat('''', left(current_user(), char_length(current_user())"
            + " - char_length(substring_index(current_user(), '@', -1)) - 1), '''@''',"
            + " substring_index(current_user(), '@', -1), '''')";

    private static final String TRIGGERS = "(select count(*) from information_schema.triggers where"
            + " event_object_schema = ? and event_object_table = ? and event_manipulation = 'INSERT'"
            + " and (action_timing = 'BEFORE' or action_statement like '%auto\\_increment%'))";

    private static final String MAY_SEE = "(current_user() in ('@', 'skip-grants user@skip-grants host')"
            + " or exists (select 1 from information_schema.user_privileges where privilege_type = 'TRIGGER'"
            + " and grantee = " + GRANTEE + ")"
            + " or exists (select 1 from information_schema.schema_privileges where privilege_type = 'TRIGGER'"
            + " and ? like table_schema and grantee = " + GRANTEE + ")"
            + " or exists (select 1 from information_schema.table_privileges where privilege_type = 'TRIGGER'"
            + " and table_schema = ? and table_name = ? and grantee = " + GRANTEE + "))";

    static KeyFacts of(Connection connection, MySqlTable table) throws SQLException {
        List<String> name = table.name().parts();
        String database =
                name.size() > 1 ? name.get(0) : String.valueOf(table.session().database());
        String lockMode = table.isInnoDb() ? "@@innodb_autoinc_lock_mode" : "-1";
        try (PreparedStatement query =
                connection.prepareStatement("select " + lockMode + ", " + MAY_SEE + ", " + TRIGGERS)) {
            query.setString(1, database);
            query.setString(2, database);
            query.setString(3, table.name().table());
            query.setString(4, database);
            query.setString(5, table.name().table());
            try (ResultSet row = query.executeQuery()) {
                row.next();
                return new KeyFacts(row.getInt(1), row.getBoolean(2), row.getInt(3) > 0);
            }
        }
    }

    /** What may set the key on the way into the table; null if nothing does. */
    @Nullable
    String changeOf(String column) {
        if (hasTriggers) {
            return "a trigger may change column " + column;
        }
        return seesTriggers
                ? null
                : "whether a trigger changes column " + column + " can't be seen without the privilege TRIGGER";
    }
}
