package dev.longshore.bench;

import java.util.Collection;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** PostgreSQL's COPY BINARY by hand, or only its sending: bytes that were made before are what can be had at most. */
final class CopyLoad extends Contender {
    static final String BY_HAND = "COPY BINARY by hand";
    static final String PRE_ENCODED = "pre-encoded bytes into CopyIn";

    private static final String COPY = "copy bench from stdin binary";
    private static final int CHUNK = 1 << 16;

    private final boolean preEncoded;

    private CopyLoad(String title, boolean preEncoded) {
        super(title, "");
        this.preEncoded = preEncoded;
    }

    static CopyLoad byHand() {
        return new CopyLoad(BY_HAND, false);
    }

    static CopyLoad preEncoded() {
        return new CopyLoad(PRE_ENCODED, true);
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) throws Exception {
        if (!preEncoded) {
            return Load.inTransaction(connection -> {
                CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
                write(new CopyBytes(copy), shape, rows);
            });
        }
        CopyBytes encoded = new CopyBytes(null);
        write(encoded, shape, rows);
        byte[] bytes = encoded.kept();
        return Load.inTransaction(connection -> {
            CopyIn copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(COPY);
            for (int at = 0; at < bytes.length; at += CHUNK) {
                copy.writeToCopy(bytes, at, Math.min(CHUNK, bytes.length - at));
            }
            copy.endCopy();
        });
    }

    private static <R> void write(CopyBytes to, Shape<R> shape, Collection<R> rows) throws Exception {
        for (R row : rows) {
            to.row(shape.columns().size());
            shape.values(to, row);
        }
        to.end();
    }
}
