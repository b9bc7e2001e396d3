package dev.longshore.internal;

import dev.longshore.spi.TargetTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A derived mapping cut down to the columns that the user named. */
final class SelectedMapping<T> extends Mapping<T> {
    private final DerivedMapping<T> all;
    private final List<MappedColumn<T>> columns;

    private SelectedMapping(DerivedMapping<T> all, List<MappedColumn<T>> columns) {
        this.all = all;
        this.columns = columns;
    }

    /**
     * Selects columns.
     *
     * @throws IllegalArgumentException if the class has no component or getter for one of the names
     */
    static <T> SelectedMapping<T> of(DerivedMapping<T> all, List<String> names) {
        List<MappedColumn<T>> mapped = all.allColumns();
        List<String> sources =
                mapped.stream().map(column -> column.name().text()).toList();
        return new SelectedMapping<>(all, JavaNames.select(mapped, sources, names));
    }

    @Override
    List<MappedColumn<T>> columns(TargetTable table) {
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        return all.refusal(row);
    }

    @Override
    @Nullable
    DerivedTable table() {
        return all.table();
    }
}
