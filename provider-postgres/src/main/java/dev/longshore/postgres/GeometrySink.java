package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.TargetColumn;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.postgresql.geometric.PGbox;
import org.postgresql.geometric.PGcircle;
import org.postgresql.geometric.PGline;
import org.postgresql.geometric.PGlseg;
import org.postgresql.geometric.PGpath;
import org.postgresql.geometric.PGpoint;
import org.postgresql.geometric.PGpolygon;
import org.postgresql.util.PGobject;

/** Takes the driver's geometric classes, or their text forms, and writes them in binary. */
final class GeometrySink extends PgSink {
    private final TypeFamily family;
    private final BinaryWire binary;

    GeometrySink(TargetColumn column, Context context, BinaryWire binary, TypeFamily family) {
        super(column, context);
        this.binary = binary;
        this.family = family;
    }

    private PGobject shape() {
        return switch (family) {
            case POINT -> new PGpoint();
            case LINE -> new PGline();
            case LSEG -> new PGlseg();
            case BOX -> new PGbox();
            case PATH -> new PGpath();
            case POLYGON -> new PGpolygon();
            default -> new PGcircle();
        };
    }

    @Override
    public void text(String value) throws SQLException {
        PGobject shape = shape();
        try {
            shape.setValue(value);
        } catch (SQLException | RuntimeException e) {
            throw noSuch(String.valueOf(shape.getType()), value);
        }
        write(shape);
    }

    @Override
    protected void other(Object value) throws SQLException {
        if (value instanceof PGobject object && object.getClass() == shape().getClass()) {
            if (object.getValue() == null) {
                nullValue();
            } else {
                write(object);
            }
        } else {
            super.other(value);
        }
    }

    private void write(PGobject shape) throws SQLException {
        int start = binary.beginSized();
        if (shape instanceof PGpoint point) {
            point(point);
        } else if (shape instanceof PGline line) {
            binary.bareDouble(line.a);
            binary.bareDouble(line.b);
            binary.bareDouble(line.c);
        } else if (shape instanceof PGlseg segment) {
            points(segment.point);
        } else if (shape instanceof PGbox box) {
            points(box.point);
        } else if (shape instanceof PGpath path) {
            binary.bareByte(path.open ? 0 : 1);
            counted(path.points);
        } else if (shape instanceof PGpolygon polygon) {
            counted(polygon.points);
        } else if (shape instanceof PGcircle circle) {
            point(circle.center);
            binary.bareDouble(circle.radius);
        }
        binary.endSized(start);
    }

    private void counted(PGpoint @Nullable [] points) throws BulkLoadException {
        binary.bareInt(points == null ? 0 : points.length);
        points(points);
    }

    private void points(@Nullable PGpoint @Nullable [] points) throws BulkLoadException {
        if (points == null) {
            throw refused("the shape has no points");
        }
        for (PGpoint point : points) {
            point(point);
        }
    }

    private void point(@Nullable PGpoint point) throws BulkLoadException {
        if (point == null) {
            throw refused("the shape lacks a point");
        }
        binary.bareDouble(point.x);
        binary.bareDouble(point.y);
    }
}
