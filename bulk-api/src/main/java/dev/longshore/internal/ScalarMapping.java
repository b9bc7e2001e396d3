package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are plain values for a single column. */
final class ScalarMapping extends Mapping<Object> {
    private final Class<?> type;
    private final String column;

    ScalarMapping(Class<?> type, String column) {
        this.type = type;
        this.column = column;
    }

    @Override
    List<MappedColumn<Object>> columns(TargetTable table) {
        Identifier name = new Identifier(column, Identifier.Match.CASE_RULE);
        return List.of(new MappedColumn<>(name, type, ColumnReader.ofDeclared(type, row -> row)));
    }

    @Override
    @Nullable
    String refusal(Object row) {
        return type.isInstance(row) ? null : RowTypes.wrongClass(row, type);
    }
}
