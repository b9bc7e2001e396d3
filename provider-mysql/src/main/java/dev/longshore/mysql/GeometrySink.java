package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.TargetColumn;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.SQLException;

/**
 * Takes geometries as well-known binary. Their structure is checked here, since a server makes NULL of what it can't read.
 */
final class GeometrySink extends MySqlSink {
    private static final int POINT = 1;
    private static final int LINE = 2;
    private static final int POLYGON = 3;
    private static final int COLLECTION = 7;
    private static final int POINT_BYTES = 16;
    private static final int LEAST_RING = 4;
    private static final int DEEPEST = 64;

    GeometrySink(TargetColumn column, Context context) {
        super(column, context);
    }

    @Override
    protected void bytes(byte[] value) throws SQLException {
        ByteBuffer bytes = ByteBuffer.wrap(value);
        try {
            check(bytes, 0);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw malformed("it ends in the middle of a value");
        }
        if (bytes.hasRemaining()) {
            throw malformed(bytes.remaining() + " bytes are left behind its end");
        }
        rows.raw(value);
    }

    private static BulkLoadException malformed(String why) {
        return refused("the bytes are no geometry in well-known binary: " + why);
    }

    private static void check(ByteBuffer bytes, int depth) throws BulkLoadException {
        int order = bytes.get();
        if (order != 0 && order != 1) {
            throw malformed("its first byte must be 0 or 1, but is " + order);
        }
        bytes.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int type = bytes.getInt();
        switch (type) {
            case POINT -> skipPoints(bytes, 1);
            case LINE -> {
                int points = bytes.getInt();
                if (points < 2) {
                    throw malformed("a line has " + points + " points");
                }
                skipPoints(bytes, points);
            }
            case POLYGON -> {
                int rings = bytes.getInt();
                if (rings < 1) {
                    throw malformed("a polygon has no ring");
                }
                for (int i = 0; i < rings; i++) {
                    checkRing(bytes);
                }
            }
            case 4, 5, 6, COLLECTION -> {
                if (depth == DEEPEST) {
                    throw malformed("it is nested too deeply");
                }
                int parts = bytes.getInt();
                if (parts < 0 || (parts == 0 && type != COLLECTION)) {
                    throw malformed("it has " + parts + " parts");
                }
                for (int i = 0; i < parts; i++) {
                    checkPart(bytes, type, depth);
                }
            }
            default -> throw malformed("there is no type " + type);
        }
    }

    /** The parts of a multi-point are points, and so on; those of a collection are anything. */
    private static void checkPart(ByteBuffer bytes, int type, int depth) throws BulkLoadException {
        int start = bytes.position();
        check(bytes, depth + 1);
        ByteOrder order = bytes.get(start) == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        int part = bytes.duplicate().order(order).getInt(start + 1);
        if (type != COLLECTION && part != type - 3) {
            throw malformed("a geometry of type " + type + " has a part of type " + part);
        }
    }

    private static void checkRing(ByteBuffer bytes) throws BulkLoadException {
        int points = bytes.getInt();
        if (points < LEAST_RING) {
            throw malformed("a ring of a polygon has " + points + " points");
        }
        int first = bytes.position();
        skipPoints(bytes, points);
        int last = bytes.position() - POINT_BYTES;
        if (bytes.getDouble(first) != bytes.getDouble(last)
                || bytes.getDouble(first + Double.BYTES) != bytes.getDouble(last + Double.BYTES)) {
            throw malformed("a ring of a polygon is not closed");
        }
    }

    private static void skipPoints(ByteBuffer bytes, int points) throws BulkLoadException {
        if (points < 0 || points > bytes.remaining() / POINT_BYTES) {
            throw new BufferUnderflowException();
        }
        for (int i = 0; i < 2 * points; i++) {
            if (!Double.isFinite(bytes.getDouble())) {
                throw malformed("a coordinate is not finite");
            }
        }
    }
}
