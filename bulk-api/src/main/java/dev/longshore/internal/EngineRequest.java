package dev.longshore.internal;

import dev.longshore.LoadOption;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.sql.Connection;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the engine tells a provider of a load. */
record EngineRequest(
        Connection connection,
        TargetTable table,
        List<TargetColumn> columns,
        List<TargetColumn> returned,
        LoadSettings settings,
        LoadGuard guard,
        boolean guardsItself)
        implements LoadRequest {

    EngineRequest guardingItself() {
        return new EngineRequest(connection, table, columns, returned, settings, guard, true);
    }

    @Override
    public LoadRequest with(TargetTable otherTable, List<TargetColumn> otherColumns) {
        return new EngineRequest(connection, otherTable, otherColumns, List.of(), settings, guard, guardsItself);
    }

    @Override
    public <T> @Nullable T option(LoadOption<T> option) {
        Object value = settings.options().get(option);
        return value == null ? option.defaultValue() : option.type().cast(value);
    }

    @Override
    public int batchRows() {
        return settings.batchRows();
    }

    @Override
    public @Nullable ZoneId zone() {
        return settings.zone();
    }

    @Override
    public boolean keepIdentity() {
        return settings.keepIdentity();
    }

    @Override
    public long remainingNanos() {
        return guard.remainingNanos();
    }
}
