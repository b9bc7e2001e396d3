package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.Identifier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the mapping of a load: given, by the class given, or by the first row. One object per load. */
public final class MappingFactory {
    private final List<String> columns;
    private final @Nullable Class<?> type;
    private final @Nullable Mapping<?> given;

    private MappingFactory(List<String> columns, @Nullable Class<?> type, @Nullable Mapping<?> given) {
        this.columns = columns;
        this.type = type;
        this.given = given;
    }

    public static MappingFactory given(LoadSettings settings, Mapping<?> mapping) {
        return new MappingFactory(settings.columns(), null, mapping);
    }

    public static MappingFactory byClass(LoadSettings settings, Class<?> type) {
        return new MappingFactory(settings.columns(), type, null);
    }

    public static MappingFactory byFirstRow(LoadSettings settings) {
        return new MappingFactory(settings.columns(), null, null);
    }

    public static MappingFactory ofResultSet(LoadSettings settings, ResultSet rows) throws BulkLoadException {
        try {
            return new MappingFactory(List.of(), null, ResultSetMapping.of(rows, settings.columns()));
        } catch (IllegalArgumentException e) {
            throw refused(String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            throw BulkLoadException.in(LoadPhase.SOURCE, "the result set's columns can't be read: " + e.getMessage())
                    .cause(e)
                    .build();
        }
    }

    /** The mapping, as far as it is known without a row. */
    Mapping<?> withoutRow() throws BulkLoadException {
        if (given != null) {
            return whole(given);
        }
        if (type == null) {
            throw refused("the rows' class is not known before the first row");
        }
        if (Map.class.isAssignableFrom(type)) {
            if (columns.isEmpty()) {
                throw refused("the columns of maps are not known before the first row; name them by columns(\"…\")");
            }
            return new MapMapping(columns, Identifier.Match.CASE_RULE);
        }
        return ofType(type);
    }

    /** The mapping for rows like the first one. */
    Mapping<?> of(Object firstRow) throws BulkLoadException {
        if (given != null) {
            return whole(given);
        }
        if (firstRow instanceof Map<?, ?> map && (type == null || Map.class.isAssignableFrom(type))) {
            return columns.isEmpty()
                    ? new MapMapping(keysOf(map), Identifier.Match.DERIVED)
                    : new MapMapping(columns, Identifier.Match.CASE_RULE);
        }
        return ofType(type == null ? RowTypes.of(firstRow) : type);
    }

    private Mapping<?> whole(Mapping<?> mapping) throws BulkLoadException {
        if (!columns.isEmpty()) {
            throw refused("the mapping names its columns itself, and columns() names " + String.join(", ", columns)
                    + " too; leave one of them out");
        }
        return mapping;
    }

    private Mapping<?> ofType(Class<?> rowType) throws BulkLoadException {
        if (Object[].class.isAssignableFrom(rowType)) {
            return new ArrayMapping(columns);
        }
        if (RowTypes.isScalar(rowType) && columns.size() == 1) {
            return new ScalarMapping(rowType, columns.get(0));
        }
        String refusal = RowTypes.refusal(rowType);
        if (refusal != null) {
            throw refused(refusal);
        }
        try {
            DerivedMapping<?> exact = DerivedMapping.of(rowType);
            DerivedMapping<?> mapping = type == null ? exact : exact.open();
            return columns.isEmpty() ? mapping : SelectedMapping.of(mapping, columns);
        } catch (IllegalArgumentException e) {
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, String.valueOf(e.getMessage()))
                    .cause(e)
                    .build();
        }
    }

    private static List<String> keysOf(Map<?, ?> map) throws BulkLoadException {
        if (map.isEmpty()) {
            throw refused("the first row is a map without keys, so that no column is known");
        }
        List<String> keys = new ArrayList<>();
        for (Object key : map.keySet()) {
            if (!(key instanceof String name)) {
                throw refused("the keys of a map must be column names, but one is "
                        + (key == null ? "null" : "a " + key.getClass().getTypeName()));
            }
            keys.add(name);
        }
        return keys;
    }

    private static BulkLoadException refused(String reason) {
        return BulkLoadException.in(LoadPhase.PREFLIGHT, reason).build();
    }
}
