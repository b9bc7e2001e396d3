package dev.longshore.postgres;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Passes the messages of clients on to a server, and its replies back, until one comes at which it is told to break. That is
 * exact to the byte: the client's messages are taken apart as the protocol has them.
 */
final class TcpProxy implements Closeable {
    /** How to break. */
    enum Break {
        /** All connections are closed. */
        CUT,
        /** Nothing is passed on any more, neither way, not over new connections either. */
        STALL,
        /** Something happens elsewhere, and the bytes go on. */
        ACT
    }

    /** In place of a number of bytes: the whole message is passed on, and the break comes before its reply. */
    static final int REPLY = -1;

    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;
    private static final int STARTUP = 0;

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Break how;
    private final Runnable action;

    private volatile Predicate<String> breaksAt = message -> false;
    private final AtomicInteger count = new AtomicInteger();
    private volatile int passed;
    private volatile boolean beforeReply;
    private volatile boolean broken;

    /**
     * Listens on a port of its own.
     *
     * @param host the server
     * @param port its port
     * @param how what a break is
     * @param action what happens in the midst of the break
     */
    TcpProxy(String host, int port, Break how, Runnable action) throws IOException {
        this.host = host;
        this.port = port;
        this.how = how;
        this.action = action;
        this.server = new ServerSocket(0);
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /**
     * Breaks at a message from the client.
     *
     * @param message tells the message from others by its bytes, the type first, as characters of ISO 8859-1
     * @param nth which of those, from 1
     * @param bytes how many bytes of it are passed on before, or {@link #REPLY}
     */
    void breakAt(Predicate<String> message, int nth, int bytes) {
        count.set(nth);
        passed = bytes;
        breaksAt = message;
    }

    /** Whether the message has come. */
    boolean isBroken() {
        return broken;
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
                sockets.add(client);
                if (broken && how == Break.CUT) {
                    client.close();
                } else if (!broken || how == Break.ACT) {
                    Socket upstream = new Socket(host, port);
                    client.setTcpNoDelay(true);
                    upstream.setTcpNoDelay(true);
                    sockets.add(upstream);
                    start(() -> passMessages(client, upstream));
                    start(() -> passReplies(upstream, client));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void passMessages(Socket client, Socket upstream) {
        try (DataInputStream in = new DataInputStream(client.getInputStream());
                OutputStream out = upstream.getOutputStream()) {
            int type = STARTUP;
            while (true) {
                byte[] message = read(in, type);
                // what comes before a session has no type
                int asked = type == STARTUP ? ByteBuffer.wrap(message).getInt(4) : 0;
                type = asked == SSL_REQUEST || asked == GSS_REQUEST ? STARTUP : 1;
                if (!broken
                        && breaksAt.test(new String(message, StandardCharsets.ISO_8859_1))
                        && count.decrementAndGet() == 0) {
                    breakIn(message, out);
                } else {
                    out.write(message);
                }
            }
        } catch (IOException e) {
            // the other side is gone
        }
    }

    private static byte[] read(DataInputStream in, int type) throws IOException {
        int header = type == STARTUP ? 4 : 5;
        byte[] head = in.readNBytes(header);
        if (head.length < header) {
            throw new IOException("the client is gone");
        }
        int length = ByteBuffer.wrap(head).getInt(header - 4) + header - 4;
        byte[] message = java.util.Arrays.copyOf(head, length);
        in.readFully(message, header, length - header);
        return message;
    }

    private void breakIn(byte[] message, OutputStream out) throws IOException {
        if (passed == REPLY) {
            beforeReply = true;
            out.write(message);
            return;
        }
        int first = Math.min(passed, message.length - 1);
        out.write(message, 0, first);
        act();
        out.write(message, first, message.length - first);
    }

    private void act() throws IOException {
        broken = true;
        action.run();
        if (how == Break.CUT) {
            for (Socket socket : sockets) {
                socket.close();
            }
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
        throw new IOException("the proxy is closed");
    }

    private void passReplies(Socket upstream, Socket client) {
        byte[] buffer = new byte[8192];
        try (InputStream in = upstream.getInputStream();
                OutputStream out = client.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (beforeReply && !broken) {
                    act();
                }
                if (broken && how == Break.STALL) {
                    untilClosed();
                }
                out.write(buffer, 0, n);
            }
        } catch (IOException e) {
            // the other side is gone
        }
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
