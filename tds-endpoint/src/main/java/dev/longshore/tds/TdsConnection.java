package dev.longshore.tds;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Serves one connection, on a thread of its own. */
final class TdsConnection {
    private static final int PACKET = 8_000;
    private static final int DEADLOCK = 1205;
    private static final int ROW = 0xD1;
    private static final int COLUMNS = 0x81;
    private static final int END = 0xFD;

    private static final Pattern ROLLBACK = Pattern.compile("if @@trancount > 0 rollback tran(?: (.+))?");
    private static final String SAVE =
            "if @@trancount = 0 begin begin tran if @@trancount = 2 commit tran end save tran ";
    private static final String IMPLICIT = "set implicit_transactions ";
    private static final String COMMIT = "if @@trancount > 0 commit tran";
    private static final Pattern FMTONLY = Pattern.compile(
            "sp_executesql N'SET FMTONLY ON SELECT \\* FROM (.*) '", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern DRIVER_COLUMNS = Pattern.compile(
            "select collation_name, is_computed from sys\\.columns where object_id=OBJECT_ID\\('(.*)'\\)"
                    + " order by column_id ASC",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern BULK = Pattern.compile("INSERT BULK ", Pattern.CASE_INSENSITIVE);
    private static final Pattern INSERT = Pattern.compile("insert into ", Pattern.CASE_INSENSITIVE);
    private static final Pattern SETTING = Pattern.compile(
            "set (?:transaction isolation level|lock_timeout|textsize|nocount|xact_abort|identity_insert|quoted_identifier"
                    + "|ansi_\\w+|dateformat|language) .*");

    /** Thrown to leave a connection without a word, as a broken network does. */
    private static final class Cut extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private final TdsEndpoint endpoint;
    private final Socket socket;
    private final Transaction transaction;
    private final Map<Integer, String> prepared = new HashMap<>();
    private int handles;

    /** What INSERT BULK announced. */
    private record Announced(String statement, TdsTable table, List<String> names) {}

    private @Nullable Announced announced;

    TdsConnection(TdsEndpoint endpoint, Socket socket) {
        this.endpoint = endpoint;
        this.socket = socket;
        this.transaction = new Transaction(endpoint);
    }

    void serve() {
        try (socket;
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
                OutputStream out = new BufferedOutputStream(socket.getOutputStream())) {
            socket.setTcpNoDelay(true);
            byte[] buffer = new byte[PACKET];
            while (true) {
                Message message = Message.next(in, buffer);
                Reply reply = new Reply();
                answer(message, reply, in, out);
            }
        } catch (IOException e) {
            // the client is gone, or was cut off on purpose
        } finally {
            transaction.forget();
        }
    }

    private void answer(Message message, Reply reply, DataInputStream in, OutputStream out) throws IOException {
        switch (message.type()) {
            case Message.PRELOGIN -> prelogin(message, reply);
            case Message.LOGIN -> login(message, reply);
            case Message.ATTENTION -> reply.done(Reply.DONE, Reply.ATTENTION);
            case Message.SQL_BATCH -> batch(message, reply, in, out);
            case Message.RPC -> call(message, reply, in, out);
            case Message.BULK -> bulk(message, reply, in, out);
            default -> throw new IOException("a message of type " + message.type());
        }
        reply.send(out);
    }

    private static void prelogin(Message message, Reply reply) throws IOException {
        message.drain();
        int version = 11;
        int encryption = version + 6;
        reply.bytes((byte) 0, (byte) 0, (byte) version, (byte) 0, (byte) 6);
        reply.bytes((byte) 1, (byte) 0, (byte) encryption, (byte) 0, (byte) 1);
        reply.bytes((byte) 0xFF);
        // SQL Server 2022, which does not encrypt
        reply.bytes((byte) 16, (byte) 0, (byte) 0x03, (byte) 0xE8, (byte) 0, (byte) 0);
        reply.bytes((byte) 2);
    }

    private static void login(Message message, Reply reply) throws IOException {
        message.drain();
        reply.change(1, TdsTable.DATABASE);
        reply.change(7, TdsEndpoint.COLLATION, new byte[0]);
        reply.change(4, Integer.toString(PACKET));
        String program = "Microsoft SQL Server";
        reply.u8(0xAD).u16(1 + 4 + 1 + 2 * program.length() + 4).u8(1);
        reply.bytes((byte) 0x74, (byte) 0, (byte) 0, (byte) 4).shortText(program);
        reply.bytes((byte) 16, (byte) 0, (byte) 0x03, (byte) 0xE8);
        reply.done(Reply.DONE, 0);
    }

    private void batch(Message message, Reply reply, DataInputStream in, OutputStream out) throws IOException {
        message.skipHeaders();
        String sql = message.text();
        if (message.ignored()) {
            reply.done(Reply.DONE, Reply.ERROR);
            return;
        }
        try {
            reply.done(Reply.DONE, 0, execute(sql, List.of(), reply, in, out));
        } catch (SqlError e) {
            reply.error(e.error()).done(Reply.DONE, Reply.ERROR);
        }
    }

    private void call(Message message, Reply reply, DataInputStream in, OutputStream out) throws IOException {
        message.skipHeaders();
        int nameLength = message.u16();
        if (nameLength != 0xFFFF) {
            String name = message.unicode(nameLength);
            message.drain();
            reply.error(TdsError.of(2812, "Could not find stored procedure '" + name + "'."))
                    .done(Reply.DONE, Reply.ERROR);
            return;
        }
        int procedure = message.u16();
        message.u16();
        try {
            List<@Nullable Object> parameters = parameters(message);
            if (message.ignored()) {
                reply.done(Reply.DONE, Reply.ERROR);
                return;
            }
            Reply.Outcome rows = run(procedure, parameters, reply, in, out);
            reply.done(Reply.DONE_IN_PROC, Reply.MORE, rows);
            reply.u8(0x79).i32(0);
            if (procedure == 13) {
                reply.u8(0xAC).u16(0).shortText("").u8(1).i32(0).u16(0);
                reply.u8(0x26).u8(4).u8(4).i32(handles);
            }
            reply.done(Reply.DONE_PROC, 0);
        } catch (SqlError e) {
            message.drain();
            reply.error(e.error());
            endTransaction(e, reply);
            reply.u8(0x79).i32(e.error().number());
            reply.done(Reply.DONE_PROC, Reply.ERROR);
        }
    }

    private static List<@Nullable Object> parameters(Message message) throws IOException, SqlError {
        List<@Nullable Object> values = new ArrayList<>();
        while (!message.atEnd()) {
            message.unicode(message.u8());
            message.u8();
            values.add(WireType.read(message)
                    .value(message, TdsColumn.of("", "int").charset()));
        }
        return values;
    }

    private Reply.Outcome run(
            int procedure, List<@Nullable Object> parameters, Reply reply, DataInputStream in, OutputStream out)
            throws IOException, SqlError {
        return switch (procedure) {
            case 10 ->
                execute(
                        text(parameters, 0),
                        parameters.subList(Math.min(2, parameters.size()), parameters.size()),
                        reply,
                        in,
                        out);
            case 12 -> {
                String sql = prepared.get(number(parameters, 0));
                if (sql == null) {
                    throw new SqlError(
                            8179, "Could not find prepared statement with handle " + parameters.get(0) + ".");
                }
                yield execute(sql, parameters.subList(1, parameters.size()), reply, in, out);
            }
            case 13 -> {
                String sql = text(parameters, 2);
                prepared.put(++handles, sql);
                yield execute(sql, parameters.subList(3, parameters.size()), reply, in, out);
            }
            case 15 -> {
                prepared.remove(number(parameters, 0));
                yield Reply.Outcome.NONE;
            }
            default -> throw new SqlError(2812, "The endpoint knows no procedure of number " + procedure + ".");
        };
    }

    private static String text(List<@Nullable Object> parameters, int index) {
        return String.valueOf(parameters.get(index));
    }

    private static int number(List<@Nullable Object> parameters, int index) {
        return parameters.get(index) instanceof Long number ? number.intValue() : -1;
    }

    /** Runs a statement and returns how many rows it touched, -1 if none are counted. */
    private Reply.Outcome execute(
            String sql, List<@Nullable Object> parameters, Reply reply, DataInputStream in, OutputStream out)
            throws IOException, SqlError {
        endpoint.note(sql);
        String plain = Catalog.lower(sql);
        if (control(plain, reply)) {
            return Reply.Outcome.NONE;
        }
        if (endpoint.fault(Fault.Kind.STALL_STATEMENT) != null) {
            awaitAttention(in, reply, out);
            return Reply.Outcome.NONE;
        }
        if (plain.equals("select @@trancount")) {
            return result(reply, List.of("open"), List.of(List.of(transaction.isOpen() ? 1 : 0)));
        }
        if (plain.equals("select @@trancount, xact_state()")) {
            List<List<Object>> told = endpoint.answer(plain);
            int open = transaction.isOpen() ? 1 : 0;
            return result(reply, List.of("open", "state"), told == null ? List.of(List.of(open, open)) : told);
        }
        if (plain.equals("select 1")) {
            return result(reply, List.of("one"), List.of(List.of(1)));
        }
        Matcher metadata = FMTONLY.matcher(sql);
        if (metadata.matches()) {
            return describe(find(unquoted(metadata.group(1))), reply);
        }
        Matcher columns = DRIVER_COLUMNS.matcher(sql);
        if (columns.matches()) {
            TdsTable table = inCurrentDatabase(TableReference.parse(unquoted(columns.group(1))));
            return result(reply, List.of("collation_name", "is_computed"), Catalog.driverColumns(table));
        }
        transaction.beginImplicitly(reply);
        if (BULK.matcher(sql).lookingAt()) {
            announce(sql);
            return Reply.Outcome.NONE;
        }
        if (plain.contains("load_id")) {
            return ledger(plain, parameters, reply);
        }
        if (INSERT.matcher(sql).lookingAt()) {
            return insert(sql, parameters);
        }
        if (plain.contains("sys.columns") && plain.contains("object_id(")) {
            List<String> aliases = Catalog.aliases(plain);
            TdsTable table = asked(plain, TableReference.parse(text(parameters, 0)));
            if (table != null && !isAmong(plain, table.kind())) {
                table = null;
            }
            return result(reply, aliases, Catalog.describe(aliases, table, endpoint.isBabelfish()));
        }
        if (plain.contains("as other_kind") && plain.contains("as other_target")) {
            TdsTable table = asked(plain, TableReference.parse(text(parameters, 0)));
            List<@Nullable Object> row = new ArrayList<>();
            if (table != null) {
                row.add(table.kind());
                row.add(table.target());
            }
            return result(reply, List.of("other_kind", "other_target"), row.isEmpty() ? List.of() : List.of(row));
        }
        if (plain.contains("as other_schema") && plain.contains("as other_table")) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (TdsTable table : endpoint.tables()) {
                if (table.database().equals(TdsTable.DATABASE)) {
                    rows.add(List.of(table.schema(), table.name()));
                }
            }
            return result(reply, List.of("other_schema", "other_table"), rows);
        }
        if (plain.contains("ident_current(")) {
            return result(reply, List.of("current", "step"), List.of(List.of(1_000, 1)));
        }
        if (plain.startsWith("dbcc checkident")) {
            return Reply.Outcome.NONE;
        }
        List<List<Object>> answer = endpoint.answer(plain);
        if (answer != null) {
            return answer.isEmpty() ? Reply.Outcome.NONE : result(reply, places(answer.get(0)), answer);
        }
        throw new SqlError(50_000, "The endpoint has no answer to: " + sql);
    }

    private static List<String> places(List<?> row) {
        return IntStream.rangeClosed(1, row.size()).mapToObj(Integer::toString).toList();
    }

    /** Statements that belong to the session or to its transaction. */
    private boolean control(String sql, Reply reply) throws SqlError {
        String rest = sql;
        if (rest.startsWith(IMPLICIT)) {
            String mode = rest.substring(IMPLICIT.length());
            int blank = mode.indexOf(' ');
            transaction.setImplicit((blank < 0 ? mode : mode.substring(0, blank)).equals("on"));
            if (blank < 0) {
                return true;
            }
            rest = mode.substring(blank + 1);
        }
        if (rest.startsWith(COMMIT)) {
            transaction.commit(reply);
            rest = rest.substring(COMMIT.length()).strip();
            if (rest.isEmpty()) {
                return true;
            }
        }
        if (rest.startsWith(SAVE)) {
            transaction.save(rest.substring(SAVE.length()), reply);
            return true;
        }
        Matcher rollback = ROLLBACK.matcher(rest);
        if (rollback.matches()) {
            if (rollback.group(1) == null) {
                transaction.rollback(reply);
            } else if (transaction.isOpen()) {
                transaction.rollbackTo(rollback.group(1));
            }
            return true;
        }
        return SETTING.matcher(rest).matches();
    }

    private static String unquoted(String literal) {
        return literal.replace("''", "'");
    }

    private TdsTable find(String name) throws SqlError {
        TableReference asked = TableReference.parse(name);
        String database = asked.database() == null ? TdsTable.DATABASE : asked.database();
        TdsTable table = endpoint.table(database, asked.schema(), asked.name());
        if (table == null || table.kind().equals("SN")) {
            throw new SqlError(208, "Invalid object name '" + name + "'.");
        }
        return table;
    }

    /** OBJECT_ID finds a temporary table only in tempdb, and the number of another database's table says nothing here. */
    private @Nullable TdsTable inCurrentDatabase(TableReference asked) {
        boolean elsewhere = asked.name().startsWith("#")
                || (asked.database() != null && !asked.database().equals(TdsTable.DATABASE));
        return elsewhere ? null : endpoint.table(TdsTable.DATABASE, asked.schema(), asked.name());
    }

    /** Whether a question that names a view of tables of one kind is about this kind. */
    private static boolean isAmong(String sql, String kind) {
        return (!sql.contains("sys.tables") || kind.equals("U")) && (!sql.contains("sys.views") || kind.equals("V"));
    }

    /** The table that a question to a catalog is about; its views must be those of the table's own database. */
    private @Nullable TdsTable asked(String sql, TableReference asked) {
        String database = asked.database() == null ? TdsTable.DATABASE : asked.database();
        boolean ownCatalog = database.equals(TdsTable.DATABASE)
                || sql.contains("[" + database.toLowerCase(java.util.Locale.ROOT) + "].sys.objects")
                || sql.contains("[" + database.toLowerCase(java.util.Locale.ROOT) + "].sys.columns");
        return ownCatalog && asked.name().startsWith("#") == database.equals("tempdb")
                ? endpoint.table(database, asked.schema(), asked.name())
                : null;
    }

    private static Reply.Outcome describe(TdsTable table, Reply reply) {
        List<TdsColumn> columns = table.visible();
        reply.u8(COLUMNS).u16(columns.size());
        columns.forEach(column -> column.describe(reply));
        return Reply.Outcome.selected(0);
    }

    private static Reply.Outcome result(
            Reply reply, List<String> names, List<? extends List<? extends @Nullable Object>> rows) {
        reply.textColumns(names, names.size(), TdsEndpoint.COLLATION);
        rows.forEach(reply::textRow);
        return Reply.Outcome.selected(rows.size());
    }

    private void announce(String sql) throws SqlError {
        int at = "INSERT BULK ".length();
        int end = TableReference.end(sql, at);
        TdsTable table = find(sql.substring(at, end));
        List<String> names = new ArrayList<>();
        TableReference.names(sql, sql.indexOf('(', end) + 1, names);
        for (String name : names) {
            table.column(name);
        }
        announced = new Announced(sql, table, names);
    }

    private Reply.Outcome insert(String sql, List<@Nullable Object> parameters) throws SqlError {
        int at = "insert into ".length();
        int end = TableReference.end(sql, at);
        TdsTable table = find(sql.substring(at, end));
        List<String> names = new ArrayList<>();
        String rest = sql.substring(end).strip();
        boolean defaults = rest.startsWith("default values");
        if (rest.startsWith("values")) {
            table.visible().forEach(column -> names.add(column.name()));
        } else if (!defaults) {
            TableReference.names(sql, sql.indexOf('(', end) + 1, names);
            if (names.isEmpty()) {
                throw new SqlError(102, "The endpoint reads only names of columns that are in brackets.");
            }
        }
        for (String name : names) {
            table.column(name);
        }
        if (parameters.size() > 2_098) {
            throw new SqlError(
                    8003,
                    "The incoming request has too many parameters. The server supports a maximum of 2100 parameters."
                            + " Reduce the number of parameters and resend the request.");
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (defaults) {
            rows.add(List.of());
        }
        for (int from = 0; from < parameters.size(); from += names.size()) {
            List<@Nullable Object> row = new ArrayList<>(parameters.subList(from, from + names.size()));
            judge(table, names, row);
            rows.add(row);
        }
        if (rows.size() > 1_000) {
            throw new SqlError(
                    10738,
                    "The number of row value expressions in the INSERT statement exceeds the maximum allowed number of"
                            + " 1000 row values.");
        }
        transaction.add(table, rows);
        return Reply.Outcome.inserted(rows.size());
    }

    /** What a load with a ledger asks of it. */
    private Reply.Outcome ledger(String sql, List<@Nullable Object> parameters, Reply reply) throws SqlError {
        String loadId = text(parameters, parameters.size() - 1);
        Long rows = transaction.ledgerRows(loadId);
        if (sql.startsWith("select")) {
            return result(reply, List.of("rows_done"), rows == null ? List.of() : List.of(List.of(rows)));
        }
        if (sql.startsWith("insert")) {
            if (rows != null) {
                throw new SqlError(2627, "Violation of PRIMARY KEY constraint. Cannot insert duplicate key.");
            }
            transaction.setLedgerRows(loadId, 0);
            return Reply.Outcome.inserted(1);
        }
        if (rows == null) {
            return Reply.Outcome.inserted(0);
        }
        boolean isMove = sql.contains("rows_done = ");
        transaction.setLedgerRows(loadId, isMove && parameters.get(0) instanceof Long to ? to : rows);
        return Reply.Outcome.inserted(1);
    }

    private static void judge(TdsTable table, List<String> names, List<@Nullable Object> row) throws SqlError {
        for (int i = 0; i < names.size(); i++) {
            if (row.get(i) == null && !table.column(names.get(i)).nullable()) {
                throw new SqlError(
                        515,
                        "Cannot insert the value NULL into column '" + names.get(i) + "', table '" + table.database()
                                + "."
                                + table.schema() + "." + table.name()
                                + "'; column does not allow nulls. INSERT fails.");
            }
        }
        TdsError error = table.check().judge(row);
        if (error != null) {
            throw new SqlError(error);
        }
    }

    private void bulk(Message message, Reply reply, DataInputStream in, OutputStream out) throws IOException {
        Announced load = announced;
        announced = null;
        Fault cutByte = endpoint.fault(Fault.Kind.CUT_AT_BYTE);
        Fault stall = endpoint.fault(Fault.Kind.STALL_AT_BYTE);
        if (cutByte != null || stall != null) {
            message.watch(bytes -> interfere(bytes, cutByte, stall));
        }
        try {
            long rows = load == null ? refuse(message) : take(load, message);
            if (endpoint.fault(Fault.Kind.STALL_ANSWER) != null) {
                awaitAttention(in, reply, out);
            } else if (endpoint.fault(Fault.Kind.DEAF) != null) {
                beDeaf(in);
            } else {
                reply.done(Reply.DONE, message.ignored() ? Reply.ERROR : 0, Reply.Outcome.loaded(rows));
            }
        } catch (SqlError e) {
            message.drain();
            if (message.ignored()) {
                reply.done(Reply.DONE, Reply.ERROR);
            } else {
                reply.error(e.error());
                endTransaction(e, reply);
                reply.done(Reply.DONE, Reply.ERROR);
            }
        }
    }

    /** A deadlock's victim loses its transaction. */
    private void endTransaction(SqlError error, Reply reply) {
        if (error.error().number() == DEADLOCK) {
            transaction.rollback(reply);
        }
    }

    private static void interfere(long bytes, @Nullable Fault cut, @Nullable Fault stall) throws IOException {
        if (cut != null && bytes >= cut.at()) {
            throw new Cut();
        }
        if (stall != null && bytes >= stall.at()) {
            try {
                // the client's own end of the connection decides how long
                Thread.sleep(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                throw new Cut();
            }
        }
    }

    private static long refuse(Message message) throws IOException, SqlError {
        message.drain();
        throw new SqlError(
                4002,
                "The incoming tabular data stream (TDS) protocol stream is incorrect. The stream ended"
                        + " unexpectedly.");
    }

    private long take(Announced load, Message message) throws IOException, SqlError {
        if (endpoint.isDraining()) {
            endpoint.drained(message.drain());
            return 0;
        }
        Fault cut = endpoint.fault(Fault.Kind.CUT_AT_ROW);
        List<WireType> types = readTypes(load, message);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        while (true) {
            if (cut != null && rows.size() >= cut.at()) {
                throw new Cut();
            }
            if (message.atEnd()) {
                if (message.ignored()) {
                    return -1;
                }
                throw new EOFException("the bulk load has no end");
            }
            int token = message.u8();
            if (token == END) {
                message.bytes(12);
                break;
            }
            if (token != ROW) {
                throw new SqlError(
                        4804, String.format("The endpoint does not know the token %02X in a bulk load.", token));
            }
            List<@Nullable Object> row = readRow(load, types, message);
            if (row == null) {
                return -1;
            }
            rows.add(row);
        }
        if (!message.atEnd() || message.ignored()) {
            return -1;
        }
        for (List<@Nullable Object> row : rows) {
            judge(load.table(), load.names(), row);
        }
        endpoint.note(new BulkLoad(load.statement(), load.names(), types, rows.size()));
        transaction.add(load.table(), rows);
        return rows.size();
    }

    private static List<WireType> readTypes(Announced load, Message message) throws IOException, SqlError {
        if (message.u8() != COLUMNS) {
            throw new SqlError(4804, "The bulk load does not begin with the description of its columns.");
        }
        int count = message.u16();
        List<WireType> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            message.bytes(6);
            types.add(WireType.read(message));
            String name = message.unicode(message.u8());
            if (i >= load.names().size() || !name.equals(load.names().get(i))) {
                throw new SqlError(4816, "Invalid column type from bcp client for colid " + (i + 1) + ".");
            }
        }
        return types;
    }

    /** Reads a row; null if the client takes the message back in the middle of it. */
    private static @Nullable List<@Nullable Object> readRow(Announced load, List<WireType> types, Message message)
            throws IOException, SqlError {
        List<@Nullable Object> row = new ArrayList<>(types.size());
        for (int i = 0; i < types.size(); i++) {
            try {
                row.add(types.get(i)
                        .value(message, load.table().column(load.names().get(i)).charset()));
            } catch (SqlError e) {
                throw new SqlError(e.error().number(), e.error().message() + (i + 1) + ".");
            } catch (EOFException e) {
                if (message.ignored()) {
                    return null;
                }
                throw e;
            }
        }
        return row;
    }

    /** Answers with two messages: first what became of the request, then that the attention was heard. */
    private static void awaitAttention(DataInputStream in, Reply reply, OutputStream out) throws IOException {
        Message message = Message.next(in, new byte[PACKET]);
        message.drain();
        if (message.type() != Message.ATTENTION) {
            throw new IOException("a message of type " + message.type() + " while a request runs");
        }
        reply.done(Reply.DONE, Reply.ERROR).send(out);
        reply.done(Reply.DONE, Reply.ATTENTION);
    }

    private static void beDeaf(DataInputStream in) throws IOException {
        in.skipNBytes(Long.MAX_VALUE);
        throw new Cut();
    }
}
