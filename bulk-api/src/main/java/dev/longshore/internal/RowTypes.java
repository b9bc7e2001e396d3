package dev.longshore.internal;

import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells which classes can be rows. */
final class RowTypes {
    private RowTypes() {}

    /** The class that a row is read by: its own, or for a generated proxy the class behind it. */
    static Class<?> of(Object row) {
        if (row instanceof Enum<?> constant) {
            return constant.getDeclaringClass();
        }
        Class<?> type = row.getClass();
        while (isGeneratedProxy(type) && type.getSuperclass() != Object.class) {
            type = type.getSuperclass();
        }
        return type;
    }

    private static boolean isGeneratedProxy(Class<?> type) {
        String name = type.getName();
        return name.contains("$$")
                || name.contains("$HibernateProxy$")
                || name.contains("_$proxy")
                || type.isSynthetic();
    }

    /** Why a class can't be read by its components or getters; null if it can be tried. */
    static @Nullable String refusal(Class<?> type) {
        String row = "a row is a " + type.getTypeName() + ", ";
        if (Proxy.isProxyClass(type)) {
            return row + "a dynamic proxy: name the interface by insert(Class, rows) or give a RowMapping";
        }
        if (java.nio.file.Path.class.isAssignableFrom(type)) {
            return row + "and a Path iterates its names: give the rows of the file, not its path";
        }
        if (type.isArray()) {
            return row + "an array of primitives: give an Object[] with a value for each column";
        }
        if (Iterable.class.isAssignableFrom(type) && isOfJdk(type)) {
            return row + "not a record, bean, Object[] or Map: call toArray() on each row";
        }
        if (isOfJdk(type)) {
            return row + "not a record, bean, Object[] or Map: for one row of several values write"
                    + " List.<Object[]>of(new Object[] {…}), for one column of plain values name it by columns(\"…\")";
        }
        return null;
    }

    /** Whether a row is a plain value, which can only fill a single column. */
    static boolean isScalar(Class<?> type) {
        if (type.isEnum() || type == byte[].class) {
            return true;
        }
        return isOfJdk(type)
                && !type.isArray()
                && !Map.class.isAssignableFrom(type)
                && !Iterable.class.isAssignableFrom(type);
    }

    static String wrongClass(Object row, Class<?> wanted) {
        return "the row is a " + row.getClass().getTypeName() + ", not a " + wanted.getTypeName();
    }

    private static boolean isOfJdk(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        String module = element.getModule().getName();
        return element.isPrimitive() || (module != null && (module.startsWith("java.") || module.startsWith("jdk.")));
    }
}
