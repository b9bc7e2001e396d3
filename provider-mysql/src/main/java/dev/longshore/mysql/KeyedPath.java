package dev.longshore.mysql;

import dev.longshore.RefusedPath;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.LoadRequest;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The way on which keys come back: the fastest that is right whatever triggers, other writers and the server's settings do. Immutable.
 *
 * @param path the way; null if there is none
 * @param refusal why there is none; null if there is one
 * @param refused the faster ways, with reasons
 */
record KeyedPath(@Nullable KeyPath path, @Nullable String refusal, List<RefusedPath> refused) {
    /** Engines that keep the numbers of rows in this server, and not in another one behind it. */
    private static final Set<String> LOCAL_ENGINES =
            Set.of("innodb", "xtradb", "rocksdb", "myisam", "aria", "memory", "archive");

    /** Defaults that depend neither on the row nor on when they are computed, without blanks. */
    private static final Set<String> INDEPENDENT = Set.of(
            "uuid()",
            "uuid_v4()",
            "uuid_v7()",
            "uuid_to_bin(uuid())",
            "uuid_to_bin(uuid(),0)",
            "uuid_to_bin(uuid(),1)",
            "uuid_to_bin(uuid(),false)",
            "uuid_to_bin(uuid(),true)");

    static KeyedPath of(LoadRequest request) throws SQLException {
        return new Chooser(request).choose();
    }

    /** The column that the server numbers; null if there is none. */
    static @Nullable TargetColumn numbered(MySqlTable table) {
        return table.columns().stream()
                .filter(column -> column.numbering() != Numbering.NONE)
                .findFirst()
                .orElse(null);
    }

    /** Whether what comes back is more than the number of the row. */
    static boolean looksUp(LoadRequest request) {
        return !request.returned().equals(listed(numbered((MySqlTable) request.table())));
    }

    /** The columns by which a row is looked up. */
    static List<TargetColumn> lookupColumns(LoadRequest request) {
        MySqlTable table = (MySqlTable) request.table();
        return looksUp(request) ? table.keyColumns() : listed(numbered(table));
    }

    /** The columns whose defaults are computed before, which stand behind those of the load. */
    static List<TargetColumn> computed(LoadRequest request, KeyPath path) {
        TargetColumn numbered = numbered((MySqlTable) request.table());
        List<TargetColumn> keys = switch (path) {
            case INSERT_RETURNING -> List.of();
            case INSERT_VALUES -> request.returned();
            case INSERT_SINGLE -> lookupColumns(request);
        };
        return keys.stream()
                .filter(key -> !key.equals(numbered) && !request.columns().contains(key))
                .toList();
    }

    private static List<TargetColumn> listed(@Nullable TargetColumn column) {
        return column == null ? List.of() : List.of(column);
    }

    /** The default as an expression that can be computed before; null if it can't, or there is none. */
    static @Nullable String independentDefault(MySqlTable table, TargetColumn column) {
        Definition.Column definition = table.definition(column);
        String text = definition.defaultText();
        if (text == null || !definition.hasDefault()) {
            return null;
        }
        if (!definition.computedDefault()) {
            return column.kind() == ColumnKind.INTEGER || column.kind() == ColumnKind.TEXT ? text : null;
        }
        String bare = text.replaceAll("\\s", "").toLowerCase(Locale.ROOT);
        while (bare.startsWith("(") && bare.endsWith(")")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        return INDEPENDENT.contains(bare) ? text : null;
    }

    /** Goes through the ways for one load. */
    private static final class Chooser {
        private final LoadRequest request;
        private final MySqlTable table;
        private final List<TargetColumn> returned;
        private final @Nullable TargetColumn numbered;
        private @Nullable KeyFacts facts;

        Chooser(LoadRequest request) {
            this.request = request;
            this.table = (MySqlTable) request.table();
            this.returned = request.returned();
            this.numbered = numbered(table);
        }

        KeyedPath choose() throws SQLException {
            String never = never();
            if (never != null) {
                return new KeyedPath(null, never, List.of());
            }
            KeyPath wanted = request.option(MySqlProvider.KEY_PATH);
            List<RefusedPath> refused = new ArrayList<>();
            for (KeyPath path : KeyPath.values()) {
                String refusal = wanted != null && path.compareTo(wanted) < 0
                        ? MySqlProvider.KEY_PATH.name() + " is " + wanted
                        : refusal(path);
                if (refusal == null) {
                    return new KeyedPath(path, null, refused);
                }
                refused.add(new RefusedPath(path.toString(), refusal));
            }
            String reasons = refused.stream()
                    .map(each -> "not by " + each.path() + ", because " + each.reason())
                    .collect(Collectors.joining("; "));
            return new KeyedPath(null, reasons, refused);
        }

        /** Why no way at all is right. */
        private @Nullable String never() {
            String engine = table.engine();
            if (engine == null) {
                return "the table is a view, of whose rows the server does not tell which are new";
            }
            if (!LOCAL_ENGINES.contains(engine.toLowerCase(Locale.ROOT))) {
                return "the table's engine " + engine + " may store other keys than the server tells";
            }
            MySqlProvider.Path path = request.option(MySqlProvider.PATH);
            if (path != null) {
                return "the path " + path + ", which is asked for by " + MySqlProvider.PATH.name()
                        + ", gives none back; leave it out";
            }
            for (TargetColumn column : returned) {
                if (table.definition(column).versioned() && column.kind() == ColumnKind.INTEGER) {
                    return "column " + column.name() + " is the number of the transaction, which is known only later";
                }
            }
            return null;
        }

        private @Nullable String refusal(KeyPath path) throws SQLException {
            return switch (path) {
                case INSERT_RETURNING -> noReturning();
                case INSERT_VALUES -> noValues();
                case INSERT_SINGLE -> noSingle();
            };
        }

        private @Nullable String noReturning() throws SQLException {
            ServerSession session = table.session();
            if (!session.isMariaDb() || !session.isAtLeast(10, 5)) {
                return "the server, " + session.version() + ", has no INSERT … RETURNING";
            }
            return request.connection().isWrapperFor(org.mariadb.jdbc.Connection.class)
                    ? null
                    : "MySQL Connector/J reads no rows of an INSERT";
        }

        private @Nullable String noValues() throws SQLException {
            if (returned.size() > 1) {
                return "several columns come back";
            }
            TargetColumn column = returned.get(0);
            if (column.equals(numbered)) {
                return noNumbers(column);
            }
            if (request.columns().contains(column) || independentDefault(table, column) == null) {
                return "column " + column.name()
                        + " is neither numbered by the server nor left to a default that can be computed before";
            }
            return facts().changeOf(column.name());
        }

        /** Why the numbers of a statement's rows do not follow from the first one. */
        private @Nullable String noNumbers(TargetColumn column) throws SQLException {
            ServerSession session = table.session();
            if (!table.isInnoDb() || column.kind() != ColumnKind.INTEGER) {
                return "only for whole numbers and InnoDB it is promised that those of a statement have no gaps";
            }
            String relative = MySqlProvider.relative(session.version());
            if (relative != null) {
                return "the server is " + relative + ", of which it is not known whether numbers have gaps";
            }
            int most = session.isMariaDb() ? 1 : 2;
            int mode = facts().lockMode();
            if (mode < 0 || mode > most) {
                return "innodb_autoinc_lock_mode is " + mode + ", in which numbers may have gaps";
            }
            if (!session.isStrict(table.transactional())) {
                return "the session is not strict, so that a statement's warnings must be read before anything else is";
            }
            return facts().changeOf(column.name());
        }

        private @Nullable String noSingle() throws SQLException {
            if (!looksUp(request)) {
                return numbered != null && numbered.kind() == ColumnKind.INTEGER
                        ? null
                        : "the column that is numbered is not one of whole numbers";
            }
            List<TargetColumn> keys = table.keyColumns();
            if (keys.isEmpty()) {
                return "the table has no primary key by which a row can be found again";
            }
            for (TargetColumn key : keys) {
                String unknown = unknown(key);
                if (unknown != null) {
                    return unknown;
                }
            }
            return null;
        }

        /** Why a column of the primary key is not known once the row was sent. */
        private @Nullable String unknown(TargetColumn key) throws SQLException {
            if (key.kind() == ColumnKind.FLOAT) {
                return "column " + key.name() + " of the key is a floating-point number, by which no row can be found";
            }
            if (key.equals(numbered)) {
                return null;
            }
            if (!request.columns().contains(key) && independentDefault(table, key) == null) {
                return "column " + key.name() + " of the key is made by the server, which does not tell it";
            }
            return facts().changeOf(key.name());
        }

        private KeyFacts facts() throws SQLException {
            KeyFacts known = facts;
            if (known == null) {
                known = table.keyFacts(request.connection());
                facts = known;
            }
            return known;
        }
    }
}
