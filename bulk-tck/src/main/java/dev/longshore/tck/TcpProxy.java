package dev.longshore.tck;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Passes the messages of clients on to a server, and its replies back, until one comes at which it is told to break. That is
 * exact to the byte, since the client's stream is taken apart into messages as its protocol has them; or it breaks at a byte of
 * either direction, whatever message that is in. For the tests of providers whose database is reached over TCP. Thread-safe.
 */
public final class TcpProxy implements Closeable {
    /** In place of a number of bytes: the whole message is passed on, and the break comes before its reply. */
    public static final int REPLY = -1;

    /** A server that has said nothing for so long has replied to all that it was sent. */
    private static final int QUIET_MILLIS = 200;

    /** For breaks at a byte: the client's stream is passed on in the pieces in which it comes. */
    public static final Framing BYTES = TcpProxy::piece;

    private static final long NEVER = -1;
    private static final int PIECE = 8192;

    /** The way of a byte. */
    public enum Direction {
        /** From a client to the server. */
        SENT,
        /** From the server to a client. */
        RECEIVED
    }

    /** How to break. */
    public enum Break {
        /** All connections are closed. */
        CUT,
        /** Nothing is passed on any more, neither way, not over new connections either. */
        STALL,
        /** The receiver of the byte is told that no more will come, as by a peer that ends in order; the other way goes on. */
        CLOSE,
        /** Something happens elsewhere, and the bytes go on. */
        ACT
    }

    /** Takes the stream of a client apart into the messages of a protocol. */
    @FunctionalInterface
    public interface Framing {
        /**
         * Reads a message as a whole, its header included; {@link TcpProxy#message} reads the rest of one whose header tells its
         * length.
         *
         * @param client the client's stream, at the beginning of a message
         * @param previous the message before it; null at the beginning of the connection
         * @return the bytes of the message, which the proxy may keep
         * @throws IOException if the client is gone
         */
        byte[] next(DataInputStream client, byte @Nullable [] previous) throws IOException;
    }

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final Framing framing;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Break how;
    private final Runnable action;

    private volatile Predicate<String> breaksAt = message -> false;
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private volatile int passed;
    private volatile long sentBreak = NEVER;
    private volatile long receivedBreak = NEVER;
    private volatile boolean beforeReply;
    private volatile boolean broken;
    private volatile boolean recovers;

    /**
     * Listens on a port of its own.
     *
     * @param host the server
     * @param port its port
     * @param framing the protocol of its clients
     * @param how what a break is
     * @param action what happens in the midst of the break, on a thread of the proxy
     * @throws IOException if there is no port
     */
    public TcpProxy(String host, int port, Framing framing, Break how, Runnable action) throws IOException {
        this.host = host;
        this.port = port;
        this.framing = framing;
        this.how = how;
        this.action = action;
        this.server = new ServerSocket(0);
        start(this::accept);
    }

    /**
     * The port on which it listens.
     *
     * @return the port
     */
    public int port() {
        return server.getLocalPort();
    }

    /**
     * Breaks at a message from a client.
     *
     * @param message tells the message from others by all its bytes, as characters of ISO 8859-1
     * @param nth which of those, from 1
     * @param bytes how many bytes of it are passed on before, less than all, or {@link #REPLY}
     */
    public void breakAt(Predicate<String> message, int nth, int bytes) {
        count.set(nth);
        passed = bytes;
        breaksAt = message;
    }

    /**
     * Breaks at a byte, counted over all connections from this call on.
     *
     * @param direction the byte's way
     * @param index how many bytes are passed on that way before it
     */
    public void breakAtByte(Direction direction, long index) {
        sent.set(0);
        received.set(0);
        sentBreak = direction == Direction.SENT ? index : NEVER;
        receivedBreak = direction == Direction.RECEIVED ? index : NEVER;
    }

    /** From now on nothing breaks. */
    public void disarm() {
        breaksAt = message -> false;
        sentBreak = NEVER;
        receivedBreak = NEVER;
    }

    /** Lets connections that are opened after the break be served, as after a fault that passes. */
    public void recover() {
        recovers = true;
    }

    /**
     * Counts the bytes that came since {@link #breakAtByte}, or since the beginning.
     *
     * @param direction their way
     * @return how many
     */
    public long bytes(Direction direction) {
        return direction == Direction.SENT ? sent.get() : received.get();
    }

    /**
     * Whether the break has happened.
     *
     * @return whether it has
     */
    public boolean isBroken() {
        return broken;
    }

    /**
     * Reads the rest of a message.
     *
     * @param client the client's stream, behind the header
     * @param header the header
     * @param rest how many bytes follow it
     * @return the header and the rest
     * @throws IOException if the client is gone
     */
    public static byte[] message(DataInputStream client, byte[] header, int rest) throws IOException {
        byte[] message = Arrays.copyOf(header, header.length + rest);
        client.readFully(message, header.length, rest);
        return message;
    }

    private static byte[] piece(DataInputStream client, byte @Nullable [] previous) throws IOException {
        byte[] buffer = new byte[PIECE];
        int length = client.read(buffer);
        if (length < 0) {
            throw new EOFException("the client is gone");
        }
        return Arrays.copyOf(buffer, length);
    }

    private static void start(Runnable action) {
        Thread thread = new Thread(action, "longshore-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                boolean isSpared = broken && recovers;
                boolean isServed = !broken || isSpared || how == Break.ACT || how == Break.CLOSE;
                sockets.add(client);
                if (isServed) {
                    serve(client, isSpared);
                } else if (how == Break.CUT) {
                    client.close();
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    /**
     * Passes the bytes of a connection.
     *
     * @param isSpared whether the break, which was before it, is nothing to it
     */
    private void serve(Socket client, boolean isSpared) throws IOException {
        Socket upstream;
        try {
            upstream = new Socket(host, port);
        } catch (IOException e) {
            // a server that is down refuses the client too
            client.close();
            return;
        }
        client.setTcpNoDelay(true);
        upstream.setTcpNoDelay(true);
        sockets.add(upstream);
        start(() -> passMessages(client, upstream));
        start(() -> passReplies(upstream, client, isSpared));
    }

    private void passMessages(Socket client, Socket upstream) {
        try (DataInputStream in = new DataInputStream(client.getInputStream());
                OutputStream out = upstream.getOutputStream()) {
            byte[] message = null;
            while (true) {
                message = framing.next(in, message);
                long before = sent.getAndAdd(message.length);
                int at = within(sentBreak, before, message.length);
                if (!broken && at >= 0) {
                    breakIn(message, at, upstream, out);
                } else if (!broken
                        && breaksAt.test(new String(message, StandardCharsets.ISO_8859_1))
                        && count.decrementAndGet() == 0) {
                    breakIn(message, passed, upstream, out);
                } else {
                    out.write(message);
                }
            }
        } catch (IOException e) {
            // the other side is gone
        }
    }

    /** Where in a piece of a stream a break is; -1 if it is not in it. */
    private static int within(long position, long before, int length) {
        return position >= before && position < before + length ? (int) (position - before) : -1;
    }

    private void breakIn(byte[] message, int bytes, Socket upstream, OutputStream out) throws IOException {
        if (bytes == REPLY) {
            beforeReply = true;
            out.write(message);
            return;
        }
        int first = Math.min(bytes, message.length - 1);
        out.write(message, 0, first);
        act(upstream);
        out.write(message, first, message.length - first);
    }

    private void act(Socket receiver) throws IOException {
        broken = true;
        action.run();
        if (how == Break.CUT) {
            for (Socket socket : sockets) {
                socket.close();
            }
        } else if (how == Break.CLOSE) {
            receiver.shutdownOutput();
            untilClosed();
        } else if (how == Break.STALL) {
            untilClosed();
        }
    }

    private void untilClosed() throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new EOFException("the proxy is closed");
    }

    private void passReplies(Socket upstream, Socket client, boolean isSpared) {
        byte[] buffer = new byte[PIECE];
        try (InputStream in = upstream.getInputStream();
                OutputStream out = client.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                int at = within(receivedBreak, received.getAndAdd(n), n);
                if (at >= 0 && !broken) {
                    out.write(buffer, 0, at);
                    act(client);
                    out.write(buffer, at, n - at);
                    continue;
                }
                if (beforeReply && !broken) {
                    // the replies to messages that were sent ahead come first
                    byte[] replies = untilQuiet(upstream, Arrays.copyOf(buffer, n));
                    act(client);
                    out.write(replies);
                    continue;
                }
                if (broken && how == Break.STALL && !isSpared) {
                    untilClosed();
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // the other side is gone
        }
    }

    private static byte[] untilQuiet(Socket upstream, byte[] first) throws IOException {
        ByteArrayOutputStream replies = new ByteArrayOutputStream();
        replies.write(first);
        upstream.setSoTimeout(QUIET_MILLIS);
        try {
            byte[] buffer = new byte[PIECE];
            InputStream in = upstream.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                replies.write(buffer, 0, n);
            }
        } catch (SocketTimeoutException e) {
            upstream.setSoTimeout(0);
        }
        return replies.toByteArray();
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
