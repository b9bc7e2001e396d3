package dev.longshore.postgres;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The form of COPY TEXT: values between tabs, rows between line feeds, escapes by backslash. */
final class CopyTextWire extends TextWire {
    private boolean first;

    CopyTextWire(int capacity) {
        super(capacity);
    }

    @Override
    void beginRow() {
        super.beginRow();
        first = true;
    }

    @Override
    void endRow(int fields) {
        put('\n');
    }

    private void put(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
    }

    @Override
    void value(@Nullable String text) {
        if (!first) {
            put('\t');
        }
        first = false;
        if (text == null) {
            put('\\');
            put('N');
            return;
        }
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        ensure(2 * utf8.length);
        for (byte b : utf8) {
            int escape = escape(b);
            if (escape != 0) {
                bytes[length++] = '\\';
                bytes[length++] = (byte) escape;
            } else {
                bytes[length++] = b;
            }
        }
    }

    private static int escape(byte b) {
        return switch (b) {
            case '\\' -> '\\';
            case '\t' -> 't';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\b' -> 'b';
            case '\f' -> 'f';
            case 0x0B -> 'v';
            default -> 0;
        };
    }

    /** Writes a row that the server is sure to refuse, since it has a value too many. */
    void poison(int columns) {
        for (int i = 0; i < columns; i++) {
            put('\t');
        }
        put('\n');
    }
}
