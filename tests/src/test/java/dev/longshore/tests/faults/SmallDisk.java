package dev.longshore.tests.faults;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A small file system: the one of the folder that {@code -Dlongshore.faults.disk} names, else one in memory, if this user may
 * mount it. Mounted once for each database, until it is closed.
 */
final class SmallDisk {
    private static final int BYTES = 24 << 20;
    private static final int BLOCK = 1 << 16;

    private final Path folder;
    private final boolean isMounted;

    private SmallDisk(Path folder, boolean isMounted) {
        this.folder = folder;
        this.isMounted = isMounted;
    }

    /** Finds a disk for a database; null if there is none. */
    static @Nullable SmallDisk find(Path scratch, String name) throws IOException, InterruptedException {
        String given = System.getProperty("longshore.faults.disk");
        if (given != null) {
            return new SmallDisk(Files.createDirectories(Path.of(given, name)), false);
        }
        Path folder = Files.createDirectories(scratch.resolve(name));
        if (!run("mount", "-t", "tmpfs", "-o", "size=" + BYTES + ",mode=0700", "tmpfs", folder.toString())) {
            return null;
        }
        SmallDisk disk = new SmallDisk(folder, true);
        Runtime.getRuntime().addShutdownHook(new Thread(disk::unmount));
        return disk;
    }

    private static boolean run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private void unmount() {
        try {
            run("umount", "-l", folder.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    Path folder() {
        return folder;
    }

    /** Takes all space but some, until what is returned is closed. */
    Closeable fill(long left) throws IOException {
        Path filler = folder.resolve("filler");
        byte[] block = new byte[BLOCK];
        try (var out = Files.newOutputStream(filler)) {
            for (long free = free() - left; free > 0; free -= BLOCK) {
                out.write(block, 0, (int) Math.min(BLOCK, free));
            }
        }
        return () -> Files.deleteIfExists(filler);
    }

    private long free() throws IOException {
        return Files.getFileStore(folder).getUsableSpace();
    }

    void close() {
        if (isMounted) {
            unmount();
        }
    }
}
