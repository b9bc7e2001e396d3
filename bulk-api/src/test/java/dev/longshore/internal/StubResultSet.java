package dev.longshore.internal;

import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Makes result sets out of rows: the metadata, next() and getObject are real. */
public final class StubResultSet {
    /** A column: its label, its java.sql.Types code, its type's name. */
    public record Column(String label, int type, String typeName) {}

    /** A date or time that a driver gives as one class, and on request as another. */
    public record Twofold(Object byDefault, Object typed) {}

    private final List<Column> columns;
    private final List<List<Object>> rows;
    private final List<String> calls = new ArrayList<>();
    private int at = -1;

    public StubResultSet(List<Column> columns, List<List<Object>> rows) {
        this.columns = columns;
        this.rows = rows;
    }

    public List<String> calls() {
        return List.copyOf(calls);
    }

    public ResultSet jdbc() {
        return (ResultSet) Proxy.newProxyInstance(
                StubResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getMetaData" -> metadata();
                    case "next" -> {
                        if (at >= rows.size()) {
                            throw new SQLException("the result set is exhausted");
                        }
                        yield ++at < rows.size();
                    }
                    case "getLong" -> (Long) rows.get(at).get((Integer) arguments[0] - 1);
                    case "getObject" -> get((Integer) arguments[0], arguments.length == 2);
                    case "isClosed" -> calls.contains("close");
                    case "close" -> {
                        calls.add("close");
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(self);
                    case "equals" -> self == arguments[0];
                    case "toString" -> "stub result set";
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private Object get(int index, boolean typed) {
        calls.add((typed ? "typed " : "plain ") + at + "/" + index);
        Object value = rows.get(at).get(index - 1);
        if (value instanceof Twofold twofold) {
            return typed ? twofold.typed() : twofold.byDefault();
        }
        return value;
    }

    private ResultSetMetaData metadata() {
        return (ResultSetMetaData) Proxy.newProxyInstance(
                StubResultSet.class.getClassLoader(),
                new Class<?>[] {ResultSetMetaData.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getColumnCount" -> columns.size();
                    case "getColumnLabel" ->
                        columns.get((Integer) arguments[0] - 1).label();
                    case "getColumnType" ->
                        columns.get((Integer) arguments[0] - 1).type();
                    case "getColumnTypeName" ->
                        columns.get((Integer) arguments[0] - 1).typeName();
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
