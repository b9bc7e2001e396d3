package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.support.NameMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        List<MappedColumn<T>> selected = new ArrayList<>();
        for (String name : names) {
            List<String> found =
                    NameMatcher.find(new Identifier(name, Identifier.Match.DERIVED), sources, JavaNames.INSTANCE);
            if (found.size() != 1) {
                throw new IllegalArgumentException("columns() names " + name + ", which is "
                        + (found.isEmpty() ? "none of " + sources : "one of " + found + ": it is not clear which"));
            }
            MappedColumn<T> source = mapped.get(sources.indexOf(found.get(0)));
            selected.add(new MappedColumn<>(
                    new Identifier(name, Identifier.Match.CASE_RULE), source.javaType(), source.reader()));
        }
        return new SelectedMapping<>(all, List.copyOf(selected));
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

    /** Names of components and properties: nothing is quoted, case does not matter. */
    private enum JavaNames implements SqlDialect {
        INSTANCE;

        @Override
        public List<Identifier> parse(String name) {
            return List.of(new Identifier(name, Identifier.Match.EXACT));
        }

        @Override
        public String quote(String identifier) {
            return identifier;
        }

        @Override
        public boolean sameName(String asked, String stored) {
            return asked.toLowerCase(Locale.ROOT).equals(stored.toLowerCase(Locale.ROOT));
        }
    }
}
