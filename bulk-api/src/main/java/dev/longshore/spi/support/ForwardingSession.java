package dev.longshore.spi.support;

import dev.longshore.LoadWarning;
import dev.longshore.spi.BulkSession;
import dev.longshore.spi.KeyedSession;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session that gives keys back around one that only writes: a subclass writes, all else is the other's. Confined to the loading
 * thread, as far as the other is.
 */
public abstract class ForwardingSession implements KeyedSession {
    /** For subclasses. */
    protected ForwardingSession() {}

    /**
     * Returns the other session().
     *
     * @return the same at each call; closed with this one
     */
    protected abstract BulkSession session();

    @Override
    public @Nullable String skipCause() {
        return session().skipCause();
    }

    @Override
    public List<LoadWarning> warnings() {
        return session().warnings();
    }

    @Override
    public void cancel() throws SQLException {
        session().cancel();
    }

    @Override
    public void watch(Thread loader) {
        session().watch(loader);
    }

    @Override
    public boolean abortable() {
        return session().abortable();
    }

    @Override
    public void close() throws SQLException {
        session().close();
    }
}
