package dev.longshore.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The place in a page of the documentation where figures of a run stand. */
public final class FiguresOfPage {
    private static final String BEGIN = "<!-- figures -->\n";
    private static final String END = "<!-- end of figures -->";

    private FiguresOfPage() {}

    /**
     * Puts figures in place of those that a page shows.
     *
     * @param page the page
     * @param figures the figures as Markdown
     * @throws IOException if the page can't be read or written
     */
    public static void replace(Path page, String figures) throws IOException {
        String text = Files.readString(page);
        Files.writeString(page, text.substring(0, begin(text)) + figures + text.substring(end(text)));
    }

    /**
     * The figures that a page shows.
     *
     * @param page the page
     * @return the figures as Markdown
     * @throws IOException if the page can't be read
     */
    public static String read(Path page) throws IOException {
        String text = Files.readString(page);
        return text.substring(begin(text), end(text));
    }

    private static int begin(String page) {
        int mark = page.indexOf(BEGIN);
        if (mark < 0) {
            throw new IllegalArgumentException("the page has no place for figures");
        }
        return mark + BEGIN.length();
    }

    private static int end(String page) {
        int end = page.indexOf(END, begin(page));
        if (end < 0) {
            throw new IllegalArgumentException("the place for figures has no end");
        }
        return end;
    }
}
