package dev.longshore.tck;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The row that most tests load, into the table {@code item}. */
record Item(long id, @Nullable String name) {
    /** Rows numbered from 0, named after their number. */
    static List<Item> some(int count) {
        List<Item> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            items.add(numbered(i));
        }
        return items;
    }

    static Item numbered(long id) {
        return new Item(id, "name " + id);
    }

    /** The name for readers of a mapping, which may give null although the type of a reader does not say so. */
    @SuppressWarnings("NullAway")
    String anyName() {
        return name;
    }

    /** What {@code select id, name} shows of {@link #some}. */
    static List<String> shown(int count) {
        List<String> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(i + "|name " + i);
        }
        return rows;
    }
}
