package dev.longshore.internal;

import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Turns an accessor method into a reader that calls it directly: a lambda of the JDK's own functional interfaces, spun once
 * by {@link LambdaMetafactory}. Where the lookup has not the full rights that the factory asks for (a class in another named
 * module), the reader calls a method handle, which boxes no primitive either.
 */
public final class AccessorCompiler {
    private AccessorCompiler() {}

    /**
     * Finds a lookup that may call a class's accessors.
     *
     * @param type the class
     * @param given the user's lookup, or null
     * @throws IllegalArgumentException if there is none; the message prints the line to add
     */
    public static MethodHandles.Lookup lookupFor(Class<?> type, MethodHandles.@Nullable Lookup given) {
        MethodHandles.Lookup own = given == null ? MethodHandles.lookup() : given;
        // a private lookup asks that this module reads the other, which nothing else makes it do
        AccessorCompiler.class.getModule().addReads(type.getModule());
        try {
            return MethodHandles.privateLookupIn(type, own);
        } catch (IllegalAccessException e) {
            if (given != null) {
                return given;
            }
            if (Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName())) {
                return MethodHandles.publicLookup();
            }
            throw notOpen(type, e);
        }
    }

    static <T> ColumnReader<T> reader(MethodHandles.Lookup lookup, Method accessor) {
        MethodHandle handle;
        try {
            handle = lookup.unreflect(accessor);
        } catch (IllegalAccessException e) {
            throw notOpen(accessor.getDeclaringClass(), e);
        }
        Class<?> type = accessor.getReturnType();
        if (lookup.hasFullPrivilegeAccess()) {
            try {
                return lambda(lookup, handle, type);
            } catch (java.lang.invoke.LambdaConversionException e) {
                // the class takes no lambda in its package; the handle below serves
                return byHandle(handle, type);
            }
        }
        return byHandle(handle, type);
    }

    private static IllegalArgumentException notOpen(Class<?> type, IllegalAccessException cause) {
        String module = type.getModule().getName();
        String api = AccessorCompiler.class.getModule().getName();
        String line = module == null
                ? "make it public"
                : "add 'opens " + type.getPackageName() + (api == null ? "" : " to " + api)
                        + ";' to the module-info of " + module;
        return new IllegalArgumentException(
                "the accessors of " + type.getTypeName() + " can't be called: " + line + ", or give RowMapping.of("
                        + type.getSimpleName() + ".class, MethodHandles.lookup()).build()",
                cause);
    }

    private static <T> ColumnReader<T> lambda(MethodHandles.Lookup lookup, MethodHandle accessor, Class<?> type)
            throws java.lang.invoke.LambdaConversionException {
        if (type == long.class) {
            return ColumnReader.ofLong(AccessorCompiler.<ToLongFunction<T>>spin(
                    lookup, accessor, ToLongFunction.class, "applyAsLong", long.class));
        }
        if (type == int.class || type == short.class || type == byte.class) {
            return ColumnReader.ofInt(AccessorCompiler.<ToIntFunction<T>>spin(
                    lookup, accessor, ToIntFunction.class, "applyAsInt", int.class));
        }
        if (type == char.class) {
            return ColumnReader.ofChar(AccessorCompiler.<ToIntFunction<T>>spin(
                    lookup, accessor, ToIntFunction.class, "applyAsInt", int.class));
        }
        if (type == double.class) {
            return ColumnReader.ofDouble(AccessorCompiler.<ToDoubleFunction<T>>spin(
                    lookup, accessor, ToDoubleFunction.class, "applyAsDouble", double.class));
        }
        if (type == float.class) {
            return ColumnReader.ofFloat(AccessorCompiler.<ToDoubleFunction<T>>spin(
                    lookup, accessor, ToDoubleFunction.class, "applyAsDouble", double.class));
        }
        if (type == boolean.class) {
            return ColumnReader.ofBoolean(
                    AccessorCompiler.<Predicate<T>>spin(lookup, accessor, Predicate.class, "test", boolean.class));
        }
        return ColumnReader.ofDeclared(
                type,
                AccessorCompiler.<Function<T, Object>>spin(lookup, accessor, Function.class, "apply", Object.class));
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the interface is given as a class beside it
    private static <F> F spin(
            MethodHandles.Lookup lookup, MethodHandle accessor, Class<?> function, String method, Class<?> result)
            throws java.lang.invoke.LambdaConversionException {
        CallSite site = LambdaMetafactory.metafactory(
                lookup,
                method,
                MethodType.methodType(function),
                MethodType.methodType(result, Object.class),
                accessor,
                MethodType.methodType(
                        result.isPrimitive() ? result : accessor.type().returnType(),
                        accessor.type().parameterType(0)));
        try {
            return (F) site.getTarget().invoke();
        } catch (Throwable e) {
            throw new IllegalStateException("the lambda just made can't be instantiated", e);
        }
    }

    private static <T> ColumnReader<T> byHandle(MethodHandle accessor, Class<?> type) {
        if (type == long.class) {
            MethodHandle exact = accessor.asType(MethodType.methodType(long.class, Object.class));
            return ColumnReader.ofLong(row -> {
                try {
                    return (long) exact.invokeExact((Object) row);
                } catch (Throwable e) {
                    throw asItIs(e);
                }
            });
        }
        if (type == int.class || type == short.class || type == byte.class || type == char.class) {
            MethodHandle exact = accessor.asType(MethodType.methodType(int.class, Object.class));
            ToIntFunction<T> function = row -> {
                try {
                    return (int) exact.invokeExact((Object) row);
                } catch (Throwable e) {
                    throw asItIs(e);
                }
            };
            return type == char.class ? ColumnReader.ofChar(function) : ColumnReader.ofInt(function);
        }
        if (type == double.class || type == float.class) {
            MethodHandle exact = accessor.asType(MethodType.methodType(double.class, Object.class));
            ToDoubleFunction<T> function = row -> {
                try {
                    return (double) exact.invokeExact((Object) row);
                } catch (Throwable e) {
                    throw asItIs(e);
                }
            };
            return type == float.class ? ColumnReader.ofFloat(function) : ColumnReader.ofDouble(function);
        }
        if (type == boolean.class) {
            MethodHandle exact = accessor.asType(MethodType.methodType(boolean.class, Object.class));
            return ColumnReader.ofBoolean(row -> {
                try {
                    return (boolean) exact.invokeExact((Object) row);
                } catch (Throwable e) {
                    throw asItIs(e);
                }
            });
        }
        MethodHandle exact = accessor.asType(MethodType.methodType(Object.class, Object.class));
        return ColumnReader.ofDeclared(type, row -> {
            try {
                return exact.invokeExact((Object) row);
            } catch (Throwable e) {
                throw asItIs(e);
            }
        });
    }

    private static RuntimeException asItIs(Throwable thrown) {
        return Sneaky.unchecked(thrown);
    }
}
