package dev.longshore.bench;

import dev.longshore.RowMapping;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An id and three texts, one of several hundred characters; every fourth row has letters beyond ASCII. */
final class TextShape extends Shape<TextRow> {
    private static final String[] WORDS = {
        "harbour", "crane", "manifest", "tide", "container", "of", "the", "northern", "and", "berth", "quay", "rope"
    };
    private static final String[] FAR_WORDS = {"naïve", "Überfahrt", "Łódź", "høyvann", "港", "πλοίο"};

    TextShape() {
        super(
                "text",
                List.of(
                        Column.required("id", Column.Type.INT64),
                        Column.required("title", Column.Type.SHORT_TEXT),
                        Column.required("body", Column.Type.LONG_TEXT),
                        Column.optional("author", Column.Type.SHORT_TEXT)));
    }

    @Override
    List<TextRow> some(int count) {
        Random random = new Random(20_26);
        List<TextRow> rows = new ArrayList<>(count);
        for (int i = 1; i <= count; i++) {
            rows.add(new TextRow(
                    i,
                    words(random, 5, false),
                    words(random, 60 + random.nextInt(60), i % 4 == 0),
                    random.nextInt(3) == 0 ? null : words(random, 2, i % 4 == 0)));
        }
        return rows;
    }

    private static String words(Random random, int count, boolean far) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            boolean farWord = far && random.nextInt(4) == 0;
            text.append(i == 0 ? "" : " ")
                    .append(
                            farWord
                                    ? FAR_WORDS[random.nextInt(FAR_WORDS.length)]
                                    : WORDS[random.nextInt(WORDS.length)]);
        }
        return text.toString();
    }

    @Override
    TextRow withId(TextRow row, long id) {
        return new TextRow(id, row.title(), row.body(), row.author());
    }

    @Override
    RowMapping<TextRow> makeMapping() {
        Function<TextRow, @Nullable String> author = TextRow::author;
        return RowMapping.of(TextRow.class)
                .longColumn("id", TextRow::id)
                .column("title", String.class, TextRow::title)
                .column("body", String.class, TextRow::body)
                .column("author", String.class, author)
                .build();
    }

    @Override
    void values(Values to, TextRow row) throws SQLException {
        to.int64(row.id());
        to.text(row.title());
        to.text(row.body());
        to.text(row.author());
    }

    @Override
    void line(StringBuilder to, TextRow row) {
        to.append(row.id()).append('\t').append(row.title()).append('\t').append(row.body());
        to.append('\t').append(Objects.requireNonNullElse(row.author(), "\\N"));
    }

    @Override
    void cells(@Nullable Object[] to, TextRow row) {
        to[0] = row.id();
        to[1] = row.title();
        to[2] = row.body();
        to[3] = row.author();
    }
}
