package dev.longshore.mysql;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Connection;

/**
 * Ends a connection of MariaDB's driver in which another thread is blocked. The driver's own abort asks the server over a new connection
 * to kill the session, which frees that thread where the server can be reached. But on a dead network it then reads from the socket
 * before it closes it, and waits for ever for the thread that reads already. So the socket is closed under both of them.
 */
final class BlockedConnection {
    /** How long the driver's own way may take. */
    private static final long AWAIT_MILLIS = 500;

    private BlockedConnection() {}

    static void abort(Connection connection) throws SQLException {
        Thread aborting = new Thread(() -> abortByDriver(connection), "longshore-driver-abort");
        aborting.setDaemon(true);
        aborting.start();
        try {
            aborting.join(AWAIT_MILLIS);
            if (aborting.isAlive()) {
                Socket socket = socket(connection);
                if (socket != null) {
                    socket.close();
                }
                aborting.join(AWAIT_MILLIS);
            }
        } catch (IOException e) {
            throw new SQLException("the socket can't be closed", "08000", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void abortByDriver(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            System.getLogger(BlockedConnection.class.getName())
                    .log(System.Logger.Level.DEBUG, "the driver's abort failed", e);
        }
    }

    /** The driver shows its socket to nobody; null where reflection does not reach it either, as on the module path. */
    private static @Nullable Socket socket(Connection connection) {
        Object client = connection.getClient();
        // where there are several hosts, one client in front of another
        Object current = read(client, "currentClient");
        return read(current == null ? client : current, "socket") instanceof Socket socket ? socket : null;
    }

    private static @Nullable Object read(Object owner, String name) {
        for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(owner);
            } catch (NoSuchFieldException e) {
                // of a superclass perhaps
            } catch (IllegalAccessException | RuntimeException e) {
                System.getLogger(BlockedConnection.class.getName())
                        .log(System.Logger.Level.DEBUG, "the driver's socket can't be reached", e);
                return null;
            }
        }
        return null;
    }
}
