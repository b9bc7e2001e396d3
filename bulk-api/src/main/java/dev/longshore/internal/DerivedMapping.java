package dev.longshore.internal;

import dev.longshore.BulkColumn;
import dev.longshore.BulkIgnore;
import dev.longshore.BulkTable;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.TargetTable;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The mapping that follows from a record's components or a bean's getters. Immutable; kept with the class. */
public final class DerivedMapping<T> extends Mapping<T> {
    private static final ClassValue<DerivedMapping<?>> CACHE = new ClassValue<>() {
        @Override
        protected DerivedMapping<?> computeValue(Class<?> type) {
            return of(type, AccessorCompiler.lookupFor(type, null));
        }
    };

    private final Class<T> type;
    private final List<MappedColumn<T>> columns;
    /** Whether rows may be of subclasses too. */
    private final boolean open;

    private final @Nullable DerivedTable table;

    private DerivedMapping(Class<T> type, List<MappedColumn<T>> columns, boolean open) {
        this.type = type;
        this.columns = columns;
        this.open = open;
        this.table = tableOf(type);
    }

    /** This mapping for a class that the user named, which other than the first row's stands for its subclasses too. */
    DerivedMapping<T> open() {
        return new DerivedMapping<>(type, columns, true);
    }

    /**
     * Returns the mapping of a class that this module can read.
     *
     * @throws IllegalArgumentException if it can't be read
     */
    @SuppressWarnings("unchecked") // the cache computes the mapping of a class for that class
    static <T> DerivedMapping<T> of(Class<T> type) {
        return (DerivedMapping<T>) CACHE.get(type);
    }

    /**
     * Makes the mapping of a class.
     *
     * @throws IllegalArgumentException if the class is neither a record nor has getters, or they can't be called
     */
    public static <T> DerivedMapping<T> of(Class<T> type, MethodHandles.Lookup lookup) {
        List<MappedColumn<T>> columns = type.isRecord() ? components(type, lookup) : getters(type, lookup);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(
                    type.getTypeName() + " has neither record components nor getters to read columns from");
        }
        return new DerivedMapping<>(type, columns, false);
    }

    List<MappedColumn<T>> allColumns() {
        return columns;
    }

    @Override
    List<MappedColumn<T>> columns(TargetTable table) {
        return columns;
    }

    @Override
    @Nullable
    String refusal(Object row) {
        boolean fits = row.getClass() == type || (open ? type.isInstance(row) : RowTypes.of(row) == type);
        return fits ? null : RowTypes.wrongClass(row, type);
    }

    @Override
    @Nullable
    DerivedTable table() {
        return table;
    }

    @Override
    boolean derived() {
        return true;
    }

    static @Nullable DerivedTable tableOf(Class<?> type) {
        for (Class<?> named = type; named != null; named = named.getSuperclass()) {
            BulkTable annotation = named.getAnnotation(BulkTable.class);
            if (annotation != null) {
                return new DerivedTable(annotation.value(), true);
            }
        }
        // an anonymous class has no name
        return type.isAnonymousClass() ? null : new DerivedTable(type.getSimpleName(), false);
    }

    private static <T> List<MappedColumn<T>> components(Class<T> type, MethodHandles.Lookup lookup) {
        List<MappedColumn<T>> columns = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Method accessor = component.getAccessor();
            Field field = fieldOf(type, component.getName());
            BulkColumn named = component.getAnnotation(BulkColumn.class);
            if (!component.isAnnotationPresent(BulkIgnore.class) && !isAnnotated(BulkIgnore.class, accessor, field)) {
                columns.add(column(component.getName(), named, accessor, field, lookup));
            }
        }
        return List.copyOf(columns);
    }

    private static <T> List<MappedColumn<T>> getters(Class<T> type, MethodHandles.Lookup lookup) {
        // a bridge stands in for a getter inherited from a class that is not public, unless the getter itself is there
        Map<String, Method> getters = new TreeMap<>();
        for (Method method : type.getMethods()) {
            String property = propertyOf(method);
            if (property != null) {
                getters.merge(property, method, DerivedMapping::preferred);
            }
        }
        List<MappedColumn<T>> columns = new ArrayList<>();
        getters.forEach((property, getter) -> {
            Field field = fieldOf(type, property);
            if (!isAnnotated(BulkIgnore.class, getter, field)) {
                columns.add(column(property, null, getter, field, lookup));
            }
        });
        return List.copyOf(columns);
    }

    private static Method preferred(Method one, Method other) {
        if (one.isBridge() != other.isBridge()) {
            return one.isBridge() ? other : one;
        }
        return one.getName().startsWith("get") ? one : other;
    }

    private static <T> MappedColumn<T> column(
            String name,
            @Nullable BulkColumn annotation,
            Method accessor,
            @Nullable Field field,
            MethodHandles.Lookup lookup) {
        BulkColumn named = annotation != null ? annotation : accessor.getAnnotation(BulkColumn.class);
        if (named == null && field != null) {
            named = field.getAnnotation(BulkColumn.class);
        }
        Identifier identifier = named == null
                ? new Identifier(name, Identifier.Match.DERIVED)
                : new Identifier(named.value(), Identifier.Match.CASE_RULE);
        return new MappedColumn<>(identifier, accessor.getReturnType(), AccessorCompiler.<T>reader(lookup, accessor));
    }

    private static boolean isAnnotated(Class<? extends Annotation> annotation, Method accessor, @Nullable Field field) {
        return accessor.isAnnotationPresent(annotation) || (field != null && field.isAnnotationPresent(annotation));
    }

    private static @Nullable String propertyOf(Method method) {
        boolean getter = method.getParameterCount() == 0
                && !Modifier.isStatic(method.getModifiers())
                && method.getReturnType() != void.class
                && method.getDeclaringClass() != Object.class;
        if (!getter) {
            return null;
        }
        String name = method.getName();
        if (name.length() > 3 && name.startsWith("get")) {
            return decapitalized(name.substring(3));
        }
        boolean truth = method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class;
        return truth && name.length() > 2 && name.startsWith("is") ? decapitalized(name.substring(2)) : null;
    }

    /** As the JavaBeans rules say: a name of two leading capitals stays as it is. */
    private static String decapitalized(String name) {
        if (name.length() > 1 && Character.isUpperCase(name.charAt(0)) && Character.isUpperCase(name.charAt(1))) {
            return name;
        }
        return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
    }

    private static @Nullable Field fieldOf(Class<?> type, String name) {
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    return field;
                }
            }
        }
        return null;
    }
}
