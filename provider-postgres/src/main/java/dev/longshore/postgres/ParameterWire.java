package dev.longshore.postgres;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The form of statement parameters without a type, which the server reads as it reads a literal. */
final class ParameterWire extends TextWire {
    /** Stands where the column's default is to be written instead of a parameter. Compared by identity. */
    @SuppressWarnings("StringOperationCanBeSimplified") // a string of its own, which no value is
    static final String DEFAULT = new String("DEFAULT");

    private final List<@Nullable String> values = new ArrayList<>();
    private int rowStartValues;
    private long chars;

    @Override
    void beginRow() {
        super.beginRow();
        rowStartValues = values.size();
    }

    @Override
    void endRow(int fields) {}

    @Override
    void value(@Nullable String text) {
        values.add(text);
        if (text != null) {
            chars += text.length();
        }
    }

    void defaultValue() {
        values.add(DEFAULT);
    }

    void discardValues() {
        values.subList(rowStartValues, values.size()).clear();
    }

    List<@Nullable String> values() {
        return values;
    }

    long chars() {
        return chars;
    }

    void clear() {
        values.clear();
        chars = 0;
    }
}
