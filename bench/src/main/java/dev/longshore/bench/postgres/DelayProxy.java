package dev.longshore.bench.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** Passes bytes on to a server on this machine, each way after half of a round trip's delay. */
final class DelayProxy implements Closeable {
    private final ServerSocket server;
    private final int target;
    private final long halfNanos;

    DelayProxy(int target, long roundTripNanos) throws IOException {
        this.target = target;
        this.halfNanos = roundTripNanos / 2;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
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
                start(() -> pass(client, upstream));
                start(() -> pass(upstream, client));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                LockSupport.parkNanos(halfNanos);
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException e) {
            // the other side is gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
