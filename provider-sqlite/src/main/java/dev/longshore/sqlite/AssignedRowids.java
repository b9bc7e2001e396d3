package dev.longshore.sqlite;

import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.support.AssignedKeys;
import java.sql.SQLException;

/** Gives a reserved rowid to each row that may bring its own and brings none. Confined to the loading thread. */
final class AssignedRowids extends AssignedKeys {
    private final ReservedRowids rowids;

    AssignedRowids(LoadRequest request, ReservedRowids rowids) {
        super(request.columns(), request.returned().get(0));
        this.rowids = rowids;
    }

    @Override
    protected long next() throws SQLException {
        return rowids.take(1);
    }

    @Override
    protected void given(long key) {
        rowids.given(key);
    }
}
