package dev.longshore.postgres;

import dev.longshore.BulkLoadException;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.support.TextChecks;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final String ONE = "[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[+-]?(?i:infinity|nan)";
    private static final Pattern NUMBER = Pattern.compile(ONE);
    private static final Pattern POINT = form("\\(N,N\\)|N,N");
    private static final Pattern LINE = form("\\{N,N,N\\}");
    private static final Pattern SEGMENT = form("\\[P,P\\]|\\(P,P\\)|P,P");
    private static final Pattern BOX = form("\\(P,P\\)|P,P");
    private static final Pattern PATH = form("\\[P(,P)*\\]|\\(P(,P)*\\)");
    private static final Pattern POLYGON = form("\\(P(,P)*\\)");
    private static final Pattern CIRCLE = form("<P,N>|\\(P,N\\)|P,N");

    private final TypeFamily family;
    private final BinaryWire binary;

    GeometrySink(TargetColumn column, Context context, BinaryWire binary, TypeFamily family) {
        super(column, context);
        this.binary = binary;
        this.family = family;
    }

    /** Makes a pattern of a form in which N is a number and P a point; blanks may stand around each sign. */
    private static Pattern form(String form) {
        return Pattern.compile(form.replace("P", "\\(N,N\\)")
                .replaceAll("(\\\\.|[,<>])", "\\\\s*$1\\\\s*")
                .replace("N", "(?:" + ONE + ")"));
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

    /**
     * Reads the form in which the server prints a shape, and those without the outer brackets. Not by the driver's classes, which
     * read other text as some other shape.
     */
    @Override
    public void text(String value) throws SQLException {
        String text = TextChecks.stripped(value);
        if (!form().matcher(text).matches()) {
            throw noSuch(String.valueOf(shape().getType()), value);
        }
        int start = binary.beginSized();
        int counted = -1;
        if (family == TypeFamily.PATH) {
            binary.bareByte(text.startsWith("[") ? 0 : 1);
        }
        if (family == TypeFamily.PATH || family == TypeFamily.POLYGON) {
            counted = binary.length;
            binary.bareInt(0);
        }
        int numbers = 0;
        for (Matcher number = NUMBER.matcher(text); number.find(); numbers++) {
            binary.bareDouble(number(number.group()));
        }
        if (counted >= 0) {
            binary.setInt(counted, numbers / 2);
        }
        binary.endSized(start);
    }

    private Pattern form() {
        return switch (family) {
            case POINT -> POINT;
            case LINE -> LINE;
            case LSEG -> SEGMENT;
            case BOX -> BOX;
            case PATH -> PATH;
            case POLYGON -> POLYGON;
            default -> CIRCLE;
        };
    }

    private double number(String text) throws SQLException {
        Double special = NumericSink.special(text);
        if (special != null) {
            return special;
        }
        double number = Double.parseDouble(text);
        if (Double.isInfinite(number) || (number == 0 && parsedDecimal(text).signum() != 0)) {
            throw outOfRange(text);
        }
        return number;
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
