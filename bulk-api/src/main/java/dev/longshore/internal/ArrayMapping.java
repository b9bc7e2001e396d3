package dev.longshore.internal;

import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows that are arrays with a value for each column, in the order of the columns. One object per load. */
final class ArrayMapping extends Mapping<Object[]> {
    private final List<String> named;
    private List<String> names = List.of();

    /** Makes a mapping; without names the columns are all that can be inserted. */
    ArrayMapping(List<String> named) {
        this.named = named;
    }

    @Override
    List<MappedColumn<Object[]>> columns(TargetTable table) {
        boolean given = !named.isEmpty();
        names = given
                ? named
                : table.columns().stream()
                        .filter(table::positional)
                        .map(TargetColumn::name)
                        .toList();
        List<MappedColumn<Object[]>> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int index = i;
            Identifier name = new Identifier(names.get(i), given ? Identifier.Match.CASE_RULE : Identifier.Match.EXACT);
            columns.add(new MappedColumn<>(name, Object.class, ColumnReader.ofObject(row -> row[index])));
        }
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        if (!(row instanceof Object[] values)) {
            return RowTypes.wrongClass(row, Object[].class);
        }
        return values.length == names.size()
                ? null
                : "the row has " + values.length + (values.length == 1 ? " value" : " values") + " for the "
                        + names.size() + (names.size() == 1 ? " column " : " columns ") + String.join(", ", names);
    }
}
