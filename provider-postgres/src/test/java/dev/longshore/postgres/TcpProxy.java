package dev.longshore.postgres;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Passes bytes on to a server until it is told to break: to close the connections, or to keep them and pass nothing on. */
final class TcpProxy implements Closeable {
    private final ServerSocket server;
    private final int target;
    private final long delayMicros;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile long remaining = Long.MAX_VALUE;
    private volatile boolean cut;

    TcpProxy(int target) throws IOException {
        this(target, 0);
    }

    TcpProxy(int target, long delayMicros) throws IOException {
        this.target = target;
        this.delayMicros = delayMicros;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("longshore-proxy", this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** Breaks once so many more bytes came from the client. */
    void breakAfter(long bytes, boolean byClosing) {
        cut = byClosing;
        remaining = bytes;
    }

    private static void start(String name, Runnable action) {
        Thread thread = new Thread(action, name);
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
                sockets.add(client);
                sockets.add(upstream);
                start("longshore-proxy-up", () -> pass(client, upstream, true));
                start("longshore-proxy-down", () -> pass(upstream, client, false));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void pass(Socket from, Socket to, boolean counted) {
        byte[] buffer = new byte[8192];
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                int passed = n;
                if (counted) {
                    passed = (int) Math.min(n, remaining);
                    remaining = remaining == Long.MAX_VALUE ? remaining : remaining - passed;
                }
                if (delayMicros > 0) {
                    TimeUnit.MICROSECONDS.sleep(delayMicros);
                }
                out.write(buffer, 0, passed);
                out.flush();
                if (remaining <= 0) {
                    if (cut) {
                        return;
                    }
                    TimeUnit.MINUTES.sleep(10);
                }
            }
        } catch (IOException | InterruptedException e) {
            // the other side is gone
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
