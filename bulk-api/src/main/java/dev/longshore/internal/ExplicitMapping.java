package dev.longshore.internal;

import dev.longshore.spi.TargetTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mapping whose columns the user named one by one. */
public final class ExplicitMapping<T> extends Mapping<T> {
    private final Class<T> type;
    private final List<MappedColumn<T>> columns;

    public ExplicitMapping(Class<T> type, List<MappedColumn<T>> columns) {
        this.type = type;
        this.columns = columns;
    }

    @Override
    List<MappedColumn<T>> columns(TargetTable table) {
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        return type.isInstance(row) ? null : RowTypes.wrongClass(row, type);
    }

    @Override
    @Nullable
    DerivedTable table() {
        return DerivedMapping.tableOf(type);
    }
}
