package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows that are maps from column to value, every one with the same keys. */
final class MapMapping extends Mapping<Map<String, ?>> {
    private final List<String> keys;
    private final Identifier.Match match;

    /** Makes a mapping of named columns, or of the first row's keys. */
    MapMapping(List<String> keys, Identifier.Match match) {
        this.keys = keys;
        this.match = match;
    }

    @Override
    List<MappedColumn<Map<String, ?>>> columns(TargetTable table) {
        List<MappedColumn<Map<String, ?>>> columns = new ArrayList<>();
        for (String key : keys) {
            columns.add(new MappedColumn<>(
                    new Identifier(key, match), Object.class, ColumnReader.ofObject(row -> row.get(key))));
        }
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        if (!(row instanceof Map<?, ?> map)) {
            return RowTypes.wrongClass(row, Map.class);
        }
        if (map.size() == keys.size() && hasAllKeys(map)) {
            return null;
        }
        TreeSet<String> missing = new TreeSet<>(keys);
        TreeSet<String> extra = new TreeSet<>();
        for (Object key : map.keySet()) {
            if (!(key instanceof String name && missing.remove(name))) {
                extra.add(String.valueOf(key));
            }
        }
        return "the row's keys are not those of the load"
                + (missing.isEmpty() ? "" : "; missing: " + String.join(", ", missing))
                + (extra.isEmpty() ? "" : "; not among them: " + String.join(", ", extra));
    }

    private boolean hasAllKeys(Map<?, ?> map) {
        try {
            for (String key : keys) {
                if (!map.containsKey(key)) {
                    return false;
                }
            }
            return true;
        } catch (ClassCastException e) {
            // a sorted map whose keys are no names
            return false;
        }
    }

    @Override
    boolean derived() {
        return match == Identifier.Match.DERIVED;
    }
}
