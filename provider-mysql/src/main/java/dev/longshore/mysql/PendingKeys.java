package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.KeySink;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys of the rows of one statement, which are told once it is known that the rows stay. Confined to the loading thread. */
final class PendingKeys {
    private final List<Object[]> rows = new ArrayList<>();
    private @Nullable KeySink sink;

    /** Says where the keys of the next statements go. */
    void tell(KeySink target) {
        sink = target;
    }

    /** Forgets what came of a statement before. */
    void clear() {
        rows.clear();
    }

    /** Takes the values of a row that come back. */
    void add(Object... values) {
        rows.add(values);
    }

    /** Tells the keys of a statement's rows. */
    void accept() throws SQLException {
        KeySink target = sink;
        if (target == null) {
            throw new IllegalStateException("tell() comes first");
        }
        for (Object[] values : rows) {
            target.row(values);
        }
        rows.clear();
    }

    /** Makes sure that each row of a statement has its key. */
    void check(int sent) throws BulkLoadException {
        if (rows.size() != sent) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            "the server gave back " + rows.size() + " rows of a statement that inserts " + sent)
                    .build();
        }
    }
}
