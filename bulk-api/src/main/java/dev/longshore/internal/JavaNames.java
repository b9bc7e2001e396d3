package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.SqlDialect;
import dev.longshore.spi.support.NameMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Names of components, properties and labels: nothing is quoted, case does not matter. */
enum JavaNames implements SqlDialect {
    INSTANCE;

    /**
     * Selects the mapped columns that a user named for the table's.
     *
     * @param mapped the columns to choose from
     * @param sources their names on the rows' side
     * @param names the table's columns
     * @return the columns in the order of the names, sought in the table by these
     * @throws IllegalArgumentException if a name is that of no column, or may be that of several
     */
    static <T> List<MappedColumn<T>> select(List<MappedColumn<T>> mapped, List<String> sources, List<String> names) {
        List<MappedColumn<T>> selected = new ArrayList<>();
        for (String name : names) {
            List<String> found = NameMatcher.find(new Identifier(name, Identifier.Match.DERIVED), sources, INSTANCE);
            if (found.size() != 1) {
                throw new IllegalArgumentException("columns() names " + name + ", which is "
                        + (found.isEmpty() ? "none of " + sources : "one of " + found + ": it is not clear which"));
            }
            MappedColumn<T> source = mapped.get(sources.indexOf(found.get(0)));
            Identifier target = new Identifier(name, Identifier.Match.CASE_RULE);
            selected.add(new MappedColumn<>(target, source.javaType(), source.reader()));
        }
        return List.copyOf(selected);
    }

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
