package dev.longshore.mysql;

import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What characters a column's character set has, and how many bytes they take. One that Java does not know admits all here: the
 * server decides then. Confined to the loading thread.
 */
final class ColumnCharset {
    static final int NO_FAULT = -1;

    /** Character sets of one byte for each character, by the names of Java's that have the same characters. */
    private static final Map<String, String> SINGLE_BYTE = Map.ofEntries(
            Map.entry("latin1", "windows-1252"),
            Map.entry("latin2", "ISO-8859-2"),
            Map.entry("latin5", "ISO-8859-9"),
            Map.entry("latin7", "ISO-8859-13"),
            Map.entry("greek", "ISO-8859-7"),
            Map.entry("hebrew", "ISO-8859-8"),
            Map.entry("cp1250", "windows-1250"),
            Map.entry("cp1251", "windows-1251"),
            Map.entry("cp1256", "windows-1256"),
            Map.entry("cp1257", "windows-1257"),
            Map.entry("cp850", "IBM850"),
            Map.entry("cp852", "IBM852"),
            Map.entry("cp866", "IBM866"),
            Map.entry("koi8r", "KOI8-R"),
            Map.entry("koi8u", "KOI8-U"),
            Map.entry("tis620", "TIS-620"));

    private enum Form {
        UTF8,
        UTF8_BASIC,
        UTF16,
        UCS2,
        UTF32,
        ASCII,
        SINGLE_BYTE,
        UNKNOWN
    }

    private final Form form;
    private final @Nullable CharsetEncoder encoder;

    private final boolean isLatin1;

    private ColumnCharset(Form form, @Nullable CharsetEncoder encoder, boolean isLatin1) {
        this.form = form;
        this.encoder = encoder;
        this.isLatin1 = isLatin1;
    }

    static ColumnCharset of(@Nullable String name) {
        String single = name == null ? null : SINGLE_BYTE.get(name);
        if (name != null && single != null && Charset.isSupported(single)) {
            return new ColumnCharset(Form.SINGLE_BYTE, Charset.forName(single).newEncoder(), name.equals("latin1"));
        }
        Form form = switch (name == null ? "" : name) {
            case "utf8mb4" -> Form.UTF8;
            case "utf8mb3", "utf8" -> Form.UTF8_BASIC;
            case "utf16", "utf16le" -> Form.UTF16;
            case "ucs2" -> Form.UCS2;
            case "utf32" -> Form.UTF32;
            case "ascii" -> Form.ASCII;
            default -> Form.UNKNOWN;
        };
        return new ColumnCharset(form, null, false);
    }

    /** Returns the index of the first character that the character set does not have, or {@link #NO_FAULT}. */
    int firstUnstorable(String text) {
        return switch (form) {
            case UTF8, UTF16, UTF32, UNKNOWN -> NO_FAULT;
            case UTF8_BASIC, UCS2 -> firstBeyond(text, Character.MIN_SURROGATE, Character.MAX_SURROGATE);
            case ASCII -> firstBeyond(text, 0x80, Character.MAX_VALUE);
            case SINGLE_BYTE -> firstNotEncodable(text);
        };
    }

    private static int firstBeyond(String text, int from, int to) {
        for (int i = 0, count = text.length(); i < count; i++) {
            char c = text.charAt(i);
            if (c >= from && c <= to) {
                return i;
            }
        }
        return NO_FAULT;
    }

    private int firstNotEncodable(String text) {
        for (int i = 0, count = text.length(); i < count; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 && encoder != null && !encoder.canEncode(c) && !isLatin1Only(c)) {
                return i;
            }
        }
        return NO_FAULT;
    }

    /** The server gives the bytes that have no character in Java's set the control characters of their number. */
    private boolean isLatin1Only(char c) {
        return isLatin1 && (c == 0x81 || c == 0x8D || c == 0x8F || c == 0x90 || c == 0x9D);
    }

    /** Returns how many bytes a text takes at least; exactly, where the character set is known. */
    long bytes(String text) {
        int count = text.length();
        return switch (form) {
            case UTF8, UTF8_BASIC -> utf8Bytes(text);
            case UTF16, UCS2 -> 2L * count;
            case UTF32 -> 4L * text.codePointCount(0, count);
            case ASCII, SINGLE_BYTE, UNKNOWN -> text.codePointCount(0, count);
        };
    }

    private static long utf8Bytes(String text) {
        long size = 0;
        for (int i = 0, count = text.length(); i < count; i++) {
            char c = text.charAt(i);
            // each half of a pair counts two of its four bytes
            size += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return size;
    }
}
