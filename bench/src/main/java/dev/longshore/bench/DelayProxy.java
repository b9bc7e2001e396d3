package dev.longshore.bench;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Passes bytes on to a server on this machine, each way half of a round trip later. Like a line and unlike a slow reader it takes
 * new bytes while earlier ones are on their way, so that many bytes take no longer than few.
 */
public final class DelayProxy implements Closeable {
    /** Waking a thread takes so long, so the rest is waited for without sleep. */
    private static final long WAKE_NANOS = 80_000;

    private final ServerSocket server;
    private final int target;
    private final long halfNanos;

    /** Bytes under way; none of them mark the end. */
    private static final class Chunk {
        final byte[] bytes;
        final long due;

        Chunk(byte[] bytes, long due) {
            this.bytes = bytes;
            this.due = due;
        }
    }

    /**
     * Listens on a port of its own.
     *
     * @param target the server's port
     * @param roundTripNanos how much longer a round trip takes
     * @throws IOException if there is no port
     */
    public DelayProxy(int target, long roundTripNanos) throws IOException {
        this.target = target;
        this.halfNanos = roundTripNanos / 2;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** The port to connect to. */
    public int port() {
        return server.getLocalPort();
    }

    private static void start(Runnable action) {
        Thread thread = new Thread(action, "delay-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket upstream = new Socket(InetAddress.getLoopbackAddress(), target);
                client.setTcpNoDelay(true);
                upstream.setTcpNoDelay(true);
                pass(client, upstream);
                pass(upstream, client);
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to) {
        BlockingQueue<Chunk> line = new LinkedBlockingQueue<>();
        start(() -> take(from, line));
        start(() -> give(line, to));
    }

    private void take(Socket from, BlockingQueue<Chunk> line) {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = from.getInputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                line.add(new Chunk(Arrays.copyOf(buffer, n), System.nanoTime() + halfNanos));
            }
        } catch (IOException e) {
            // the other side is gone
        }
        line.add(new Chunk(new byte[0], 0));
    }

    private static void give(BlockingQueue<Chunk> line, Socket to) {
        try (OutputStream out = to.getOutputStream()) {
            for (Chunk chunk = line.take(); chunk.bytes.length > 0; chunk = line.take()) {
                LockSupport.parkNanos(chunk.due - System.nanoTime() - WAKE_NANOS);
                while (System.nanoTime() < chunk.due) {
                    Thread.onSpinWait();
                }
                out.write(chunk.bytes);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // the other side is gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
