package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.JsonWriter;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import dev.longshore.spi.support.ForwardingSink;
import dev.longshore.spi.support.JavaKind;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Has the caller's {@link JsonWriter} write what a column of JSON would refuse: a class is asked about once, when its first value
 * comes. Confined to the loading thread.
 */
final class JsonRule implements ColumnRule {
    private final JsonWriter writer;
    private final Function<Class<?>, @Nullable String> refusal;

    private @Nullable Class<?> judged;
    private boolean isWritten;

    private JsonRule(JsonWriter writer, Function<Class<?>, @Nullable String> refusal) {
        this.writer = writer;
        this.refusal = refusal;
    }

    /** The rule for a column; null if it is none of JSON, or the caller gave no writer. */
    static @Nullable JsonRule of(
            TargetColumn column, LoadSettings settings, Function<Class<?>, @Nullable String> refusal) {
        JsonWriter writer = writer(column, settings);
        return writer == null ? null : new JsonRule(writer, refusal);
    }

    /** Whether values of a class that the column refuses are written by the caller's writer. */
    static boolean applies(TargetColumn column, LoadSettings settings, Class<?> javaType) {
        return writer(column, settings) != null && isDocument(javaType);
    }

    private static @Nullable JsonWriter writer(TargetColumn column, LoadSettings settings) {
        Object writer = settings.options().get(LoadOptions.JSON_WRITER);
        return column.kind() == ColumnKind.JSON ? (JsonWriter) writer : null;
    }

    private static boolean isDocument(Class<?> javaType) {
        JavaKind kind = JavaKind.of(javaType);
        return kind == JavaKind.ARRAY || kind == JavaKind.OTHER;
    }

    private boolean isWritten(Class<?> type) {
        if (type != judged) {
            isWritten = isDocument(type) && refusal.apply(type) != null;
            judged = type;
        }
        return isWritten;
    }

    private String json(Object value) throws BulkLoadException {
        // one that ignores its contract may return null
        @Nullable String text;
        try {
            text = writer.write(value);
        } catch (Exception e) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the JSON writer threw " + e)
                    .cause(e)
                    .build();
        }
        if (text == null) {
            throw BulkLoadException.in(LoadPhase.MAPPING, "the JSON writer returned null")
                    .hint("Return \"null\" for JSON's null; for SQL's NULL the row must bring null")
                    .build();
        }
        return text;
    }

    @Override
    public ValueSink before(ValueSink sink) {
        return new Sink(sink);
    }

    private final class Sink extends ForwardingSink {
        Sink(ValueSink next) {
            super(next);
        }

        @Override
        public void object(Object value) throws SQLException {
            if (isWritten(value.getClass())) {
                super.text(json(value));
            } else {
                super.object(value);
            }
        }
    }
}
