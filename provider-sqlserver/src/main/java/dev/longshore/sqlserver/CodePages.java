package dev.longshore.sqlserver;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The code pages that collations of SQL Server have, as charsets of Java. */
final class CodePages {
    private static final int UTF_8 = 65_001;

    private CodePages() {}

    /**
     * Finds the charset of a code page.
     *
     * @return null if this Java has none for it
     */
    static @Nullable Charset charset(int codePage) {
        if (codePage == UTF_8) {
            return StandardCharsets.UTF_8;
        }
        String name = switch (codePage) {
            case 437, 850 -> "IBM" + codePage;
            case 874, 949, 950 -> "x-windows-" + codePage;
            case 932 -> "windows-31j";
            case 936 -> "GBK";
            default -> "windows-" + codePage;
        };
        return Charset.isSupported(name) ? Charset.forName(name) : null;
    }
}
