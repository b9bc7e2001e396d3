package dev.longshore.tests;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** Connections to SQLite. */
final class Sqlite {
    private Sqlite() {}

    static Connection memory() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite::memory:");
    }

    static Connection file(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }
}
