package dev.longshore.tds;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A message of the client, read packet by packet as it is asked for. Numbers are little-endian unless said otherwise. */
final class Message {
    static final int SQL_BATCH = 0x01;
    static final int RPC = 0x03;
    static final int ATTENTION = 0x06;
    static final int BULK = 0x07;
    static final int TRANSACTION = 0x0E;
    static final int LOGIN = 0x10;
    static final int PRELOGIN = 0x12;

    private static final int LAST = 0x01;
    private static final int IGNORE = 0x02;
    private static final int HEADER = 8;

    /** Where a test lets the stream break or stop, in bytes of the message. */
    interface Watch {
        void at(long bytes) throws IOException;
    }

    private final DataInputStream in;
    private final int type;
    private byte[] packet;
    private int position;
    private int end;
    private boolean last;
    private boolean ignored;
    private long before;
    private Watch watch = bytes -> {};

    private Message(DataInputStream in, int type, byte[] buffer) {
        this.in = in;
        this.type = type;
        this.packet = buffer;
    }

    /** Waits for the next message; the buffer is reused from message to message. */
    static Message next(DataInputStream in, byte[] buffer) throws IOException {
        int type = in.readUnsignedByte();
        Message message = new Message(in, type, buffer);
        message.readPacket(in.readUnsignedByte());
        return message;
    }

    private void readPacket(int status) throws IOException {
        int length = in.readUnsignedShort() - HEADER;
        in.readInt();
        if (length < 0) {
            throw new IOException("a packet shorter than its header");
        }
        if (packet.length < length) {
            packet = new byte[length];
        }
        before += end;
        in.readFully(packet, 0, length);
        position = 0;
        end = length;
        last = (status & LAST) != 0;
        ignored = (status & IGNORE) != 0;
        watch.at(before + end);
    }

    int type() {
        return type;
    }

    void watch(Watch wanted) {
        watch = wanted;
    }

    /** Whether the client took the message back by the mark of its last packet. */
    boolean ignored() {
        return ignored;
    }

    boolean atEnd() throws IOException {
        while (position == end) {
            if (last) {
                return true;
            }
            nextPacket();
        }
        return false;
    }

    private void nextPacket() throws IOException {
        int next = in.readUnsignedByte();
        if (next != type) {
            throw new IOException("a packet of type " + next + " inside a message of type " + type);
        }
        readPacket(in.readUnsignedByte());
    }

    /** Reads what is left without looking at it. */
    long drain() throws IOException {
        while (!last) {
            nextPacket();
        }
        position = end;
        return before + end;
    }

    int u8() throws IOException {
        if (atEnd()) {
            throw new EOFException("the message ends within a value");
        }
        return packet[position++] & 0xFF;
    }

    int u16() throws IOException {
        return u8() | u8() << 8;
    }

    int i32() throws IOException {
        return u16() | u16() << 16;
    }

    long i64() throws IOException {
        return (i32() & 0xFFFF_FFFFL) | (long) i32() << 32;
    }

    /** A whole number of one to eight bytes, without sign. */
    long unsigned(int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (long) u8() << (8 * i);
        }
        return value;
    }

    byte[] bytes(int count) throws IOException {
        byte[] value = new byte[count];
        for (int done = 0; done < count; ) {
            if (atEnd()) {
                throw new EOFException("the message ends within a value");
            }
            int part = Math.min(count - done, end - position);
            System.arraycopy(packet, position, value, done, part);
            position += part;
            done += part;
        }
        return value;
    }

    String unicode(int characters) throws IOException {
        return new String(bytes(2 * characters), StandardCharsets.UTF_16LE);
    }

    /** The rest of the message as text. */
    String text() throws IOException {
        StringBuilder text = new StringBuilder();
        while (!atEnd()) {
            text.append((char) u16());
        }
        return text.toString();
    }

    /** Skips the headers that stand before a batch and a remote call. */
    void skipHeaders() throws IOException {
        bytes(i32() - 4);
    }
}
