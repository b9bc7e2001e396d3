package dev.longshore.mysql;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Passes one client's packets on to the server of the tests, but answers one of them itself: it asks for a file of the client's, as the reply to any
 * statement may (page "LOCAL INFILE Request" of MySQL's client/server protocol), and keeps what it is sent.
 */
final class LyingServer implements Closeable {
    private static final int HEADER = 4;
    private static final int FILE_WANTED = 0xFB;
    private static final int ERROR = 0xFF;

    private static final long LEAST_QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long MOST_QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final ServerSocket server = new ServerSocket(0);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final String file;
    private final Predicate<byte[]> lies;
    private final Future<byte[]> sent;
    private volatile long lastSent;
    private volatile long lastReplied;

    /**
     * Listens on a port of its own.
     *
     * @param file what it asks for
     * @param lies to which command
     */
    LyingServer(String file, Predicate<byte[]> lies) throws IOException {
        this.file = file;
        this.lies = lies;
        this.sent = threads.submit(this::relay);
    }

    int port() {
        return server.getLocalPort();
    }

    /** What the client sent in reply, once its connection has ended. */
    String sent() throws Exception {
        return new String(sent.get(1, TimeUnit.MINUTES), StandardCharsets.UTF_8);
    }

    private byte[] relay() throws IOException {
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (Socket client = server.accept();
                Socket real = new Socket(MySqlServer.host(), MySqlServer.port())) {
            threads.execute(() -> pass(real, client));
            DataInputStream commands = new DataInputStream(client.getInputStream());
            while (true) {
                byte[] packet = MySqlServer.packet(commands, null);
                if (packet.length > HEADER && lies.test(packet)) {
                    awaitReplies();
                    ask(commands, client.getOutputStream(), received);
                } else {
                    lastSent = System.nanoTime();
                    real.getOutputStream().write(packet);
                }
            }
        } catch (EOFException | SocketException e) {
            return received.toByteArray();
        }
    }

    private void pass(Socket real, Socket client) {
        byte[] piece = new byte[1 << 16];
        try {
            int length = real.getInputStream().read(piece);
            while (length >= 0) {
                client.getOutputStream().write(piece, 0, length);
                lastReplied = System.nanoTime();
                length = real.getInputStream().read(piece);
            }
        } catch (IOException e) {
            // one of them is gone, which the other way tells as well
        }
    }

    /**
     * A driver may send a command before it has the reply to the one before, and must get that reply first. A server that has
     * replied since, and then said nothing for a while, has no more to say; one that never does had nothing to reply to.
     */
    private void awaitReplies() {
        long until = System.nanoTime() + MOST_QUIET_NANOS;
        while (System.nanoTime() < until
                && (lastReplied < lastSent || System.nanoTime() - lastReplied < LEAST_QUIET_NANOS)) {
            LockSupport.parkNanos(LEAST_QUIET_NANOS / 10);
        }
    }

    private void ask(DataInputStream client, OutputStream reply, ByteArrayOutputStream received) throws IOException {
        write(reply, 1, (char) FILE_WANTED + file);
        byte[] piece = MySqlServer.packet(client, null);
        while (piece.length > HEADER) {
            received.write(piece, HEADER, piece.length - HEADER);
            piece = MySqlServer.packet(client, null);
        }
        write(reply, piece[HEADER - 1] + 1, (char) ERROR + "\1\4#HY000it was a lie");
    }

    private static void write(OutputStream out, int sequence, String payload) throws IOException {
        byte[] bytes = payload.getBytes(StandardCharsets.ISO_8859_1);
        out.write(new byte[] {(byte) bytes.length, (byte) (bytes.length >> 8), 0, (byte) sequence});
        out.write(bytes);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
