package dev.longshore;

/**
 * A path that was considered and not taken.
 *
 * @param path its name, for example {@code copy-binary}
 * @param reason why it can't be taken for this load
 */
public record RefusedPath(String path, String reason) {
    @Override
    public String toString() {
        return path + ": " + reason;
    }
}
