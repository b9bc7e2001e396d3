package dev.longshore.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether triggers fire for the rows of a load: asked of the server where it matters, and then once. Confined to the loading thread. */
final class Triggers implements MySqlSink.NullRule {
    private static final String QUERY = "select count(*) from information_schema.triggers where event_object_schema = ?"
            + " and event_object_table = ? and event_manipulation = 'INSERT'";

    private final Connection connection;
    private final MySqlTable table;
    private @Nullable Boolean fire;

    Triggers(Connection connection, MySqlTable table) {
        this.connection = connection;
        this.table = table;
    }

    @Override
    public boolean mayBeReplaced() throws SQLException {
        Boolean known = fire;
        if (known == null) {
            // behind a view there may be any
            known = table.engine() == null || query();
            fire = known;
        }
        return known;
    }

    private boolean query() throws SQLException {
        List<String> name = table.name().parts();
        try (PreparedStatement query = connection.prepareStatement(QUERY)) {
            query.setString(1, name.size() > 1 ? name.get(0) : table.session().database());
            query.setString(2, table.name().table());
            try (ResultSet row = query.executeQuery()) {
                return row.next() && row.getInt(1) > 0;
            }
        }
    }
}
