package dev.longshore.internal;

import dev.longshore.LoadWarning;
import java.util.ArrayList;
import java.util.List;

/**
 * The warnings of a load. The sessions of its batches find the same again and again, which is one warning with the sum. Confined to the
 * loading thread.
 */
final class FoundWarnings {
    private final List<LoadWarning> found = new ArrayList<>();

    List<LoadWarning> all() {
        return found;
    }

    /** Adds a warning. What the database itself says is kept word by word. */
    void add(LoadWarning warning) {
        for (int i = 0; i < found.size() && warning.code() != LoadWarning.Code.SERVER; i++) {
            LoadWarning known = found.get(i);
            if (known.code() == warning.code()) {
                found.set(i, sum(known, warning));
                return;
            }
        }
        found.add(warning);
    }

    private static LoadWarning sum(LoadWarning known, LoadWarning warning) {
        long count = known.count() + warning.count();
        // a message begins with its count, and the one about more is the plural
        LoadWarning more = warning.count() > known.count() ? warning : known;
        String number = more.count() + " ";
        String message = more.count() > 1 && more.message().startsWith(number)
                ? count + " " + more.message().substring(number.length())
                : count + " times: " + more.message();
        return new LoadWarning(known.code(), count, message);
    }
}
