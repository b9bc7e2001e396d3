package dev.longshore.tck;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connections and result sets that behave as the driver's but for one thing. */
final class Wrapped {
    private Wrapped() {}

    /** A connection whose driver knows no savepoints, and says so when it is asked. */
    static Connection withoutSavepoints(Connection connection) {
        return wrap(Connection.class, (method, arguments) -> {
            if (method.getName().equals("getMetaData")) {
                DatabaseMetaData metadata = connection.getMetaData();
                return wrap(
                        DatabaseMetaData.class,
                        (question, details) -> question.getName().equals("supportsSavepoints")
                                ? false
                                : question.invoke(metadata, details));
            }
            if (method.getName().contains("Savepoint") || isRollbackTo(method, arguments)) {
                throw new SQLFeatureNotSupportedException("no savepoints here");
            }
            return method.invoke(connection, arguments);
        });
    }

    private static boolean isRollbackTo(Method method, @Nullable Object[] arguments) {
        return method.getName().equals("rollback") && arguments.length == 1;
    }

    /** A connection that writes down which of its methods were called. */
    static Connection recording(Connection connection, List<String> calls) {
        return noticing(connection, calls::add);
    }

    /** A connection that tells of each of its methods before it is called. */
    static Connection noticing(Connection connection, Consumer<String> called) {
        return wrap(Connection.class, (method, arguments) -> {
            called.accept(method.getName());
            return method.invoke(connection, arguments);
        });
    }

    /** A connection that is lost before the nth statement, counted from 1, whose text has something in it. */
    static Connection lostBefore(Connection connection, String text, int nth) {
        int[] statements = {0};
        return wrap(Connection.class, (method, arguments) -> {
            boolean isMeant = method.getName().equals("prepareStatement")
                    && String.valueOf(arguments[0]).contains(text);
            if (isMeant && ++statements[0] == nth) {
                connection.close();
                throw new SQLException("the connection is lost", "08006");
            }
            return method.invoke(connection, arguments);
        });
    }

    /**
     * A connection that is lost at a commit.
     *
     * @param nth at which one, counted from 1
     * @param committed whether the database still did it
     */
    static Connection lostAtCommit(Connection connection, int nth, boolean committed) {
        int[] commits = {0};
        return wrap(Connection.class, (method, arguments) -> {
            if (method.getName().equals("commit") && ++commits[0] == nth) {
                if (committed) {
                    connection.commit();
                }
                // not every driver's abort ends anything
                connection.close();
                throw new SQLException("the connection is gone", "08006");
            }
            return method.invoke(connection, arguments);
        });
    }

    /** A list that takes calls from any thread. */
    static List<String> calls() {
        return new CopyOnWriteArrayList<>();
    }

    /** A result set that fails when it is asked for a row. */
    static ResultSet failingAt(long position, ResultSet rows) {
        long[] asked = {0};
        return wrap(ResultSet.class, (method, arguments) -> {
            if (method.getName().equals("next") && asked[0]++ == position) {
                throw new SQLException("row " + position + " is lost", "08006", 77);
            }
            return method.invoke(rows, arguments);
        });
    }

    private interface Call {
        @Nullable
        Object answer(Method method, @Nullable Object[] arguments) throws Exception;
    }

    private static <T> T wrap(Class<T> type, Call call) {
        InvocationHandler handler = (proxy, method, arguments) -> {
            try {
                return call.answer(method, arguments == null ? new Object[0] : arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        };
        return type.cast(Proxy.newProxyInstance(Wrapped.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
