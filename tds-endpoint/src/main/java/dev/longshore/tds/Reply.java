package dev.longshore.tds;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A message of the server, gathered token by token and sent in packets. */
final class Reply {
    static final int DONE = 0xFD;
    static final int DONE_PROC = 0xFE;
    static final int DONE_IN_PROC = 0xFF;

    static final int MORE = 0x01;
    static final int ERROR = 0x02;
    static final int COUNT = 0x10;
    static final int ATTENTION = 0x20;

    private static final int PACKET = 4_096;
    private static final int HEADER = 8;
    private static final byte REPLY = 0x04;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();

    Reply u8(int value) {
        body.write(value);
        return this;
    }

    Reply u16(int value) {
        return u8(value).u8(value >> 8);
    }

    Reply i32(int value) {
        return u16(value).u16(value >> 16);
    }

    Reply i64(long value) {
        return i32((int) value).i32((int) (value >> 32));
    }

    Reply bytes(byte... value) {
        body.writeBytes(value);
        return this;
    }

    private Reply unicode(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_16LE));
    }

    /** Text with its length in one byte before it. */
    Reply shortText(String text) {
        return u8(text.length()).unicode(text);
    }

    /** Text with its length in two bytes before it. */
    Reply longText(String text) {
        return u16(text.length()).unicode(text);
    }

    /** Ends a statement that counted no rows. */
    Reply done(int token, int status) {
        return u8(token).u16(status).u16(0).i64(0);
    }

    /** Ends a statement. */
    Reply done(int token, int status, Outcome outcome) {
        return outcome.rows() < 0
                ? done(token, status)
                : u8(token).u16(status | COUNT).u16(outcome.command()).i64(outcome.rows());
    }

    /**
     * What a statement did.
     *
     * @param command the number that stands for its kind
     * @param rows how many rows it touched; -1 if none are counted
     */
    record Outcome(int command, long rows) {
        private static final int SELECT = 0xC1;
        private static final int INSERT = 0xC3;
        private static final int BULK = 0xF0;

        static final Outcome NONE = new Outcome(0, -1);

        static Outcome selected(long rows) {
            return new Outcome(SELECT, rows);
        }

        static Outcome inserted(long rows) {
            return new Outcome(INSERT, rows);
        }

        static Outcome loaded(long rows) {
            return new Outcome(BULK, rows);
        }
    }

    Reply error(TdsError error) {
        int length = 4 + 1 + 1 + 2 + 2 * error.message().length() + 1 + 1 + 4;
        return u8(0xAA).u16(length)
                .i32(error.number())
                .u8(error.state())
                .u8(error.severity())
                .longText(error.message())
                .shortText("")
                .shortText("")
                .i32(1);
    }

    /** Tells the client of a change of its session, old and new value given as bytes. */
    Reply change(int type, byte[] now, byte[] before) {
        return u8(0xE3).u16(3 + now.length + before.length)
                .u8(type)
                .u8(now.length)
                .bytes(now)
                .u8(before.length)
                .bytes(before);
    }

    /** Tells the client of a change of its session whose values are text. */
    Reply change(int type, String now) {
        return u8(0xE3).u16(3 + 2 * now.length()).u8(type).shortText(now).shortText("");
    }

    /** Begins a result whose columns are nullable text. */
    Reply textColumns(Iterable<String> names, int count, byte[] collation) {
        u8(0x81).u16(count);
        for (String name : names) {
            i32(0).u16(1).u8(0xE7).u16(8_000).bytes(collation).shortText(name);
        }
        return this;
    }

    /** A row of a result whose columns are nullable text. */
    Reply textRow(Iterable<? extends @Nullable Object> values) {
        u8(0xD1);
        for (Object value : values) {
            if (value == null) {
                u16(0xFFFF);
            } else {
                String text = value.toString();
                u16(2 * text.length()).unicode(text);
            }
        }
        return this;
    }

    void send(OutputStream out) throws IOException {
        byte[] all = body.toByteArray();
        int at = 0;
        int number = 1;
        do {
            int part = Math.min(PACKET - HEADER, all.length - at);
            boolean last = at + part == all.length;
            int length = part + HEADER;
            out.write(new byte[] {
                REPLY, (byte) (last ? 1 : 0), (byte) (length >> 8), (byte) length, 0, 1, (byte) number++, 0
            });
            out.write(all, at, part);
            at += part;
        } while (at < all.length);
        out.flush();
        body.reset();
    }
}
