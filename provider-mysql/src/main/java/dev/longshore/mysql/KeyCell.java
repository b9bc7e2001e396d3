package dev.longshore.mysql;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.TargetColumn;
import java.math.BigInteger;

/** Makes keys of what is sent to their column, and of the numbers that the server tells. Immutable. */
final class KeyCell {
    private final TargetColumn column;
    private final boolean isWide;
    private final long most;
    private final WireType wire;

    KeyCell(MySqlTable table, TargetColumn column) {
        MySqlType type = table.type(column);
        int bits = switch (type.family()) {
            case TINYINT -> 8;
            case SMALLINT -> 16;
            case MEDIUMINT -> 24;
            case INT -> 32;
            default -> 64;
        };
        this.column = column;
        this.isWide = type.unsigned() && bits == Long.SIZE;
        this.most = type.unsigned() ? -1L >>> (Long.SIZE - bits) : ~(-1L << (bits - 1));
        this.wire = type.wire();
    }

    /** The key that a row was sent with. */
    Object value(EncodedRows rows, int cell) {
        return switch (wire) {
            case INT32, INT64 -> rows.wholeAt(cell);
            case DECIMAL -> value(new BigInteger(rows.textAt(cell)).longValue());
            case BYTES -> rows.bytesAt(cell);
            default -> rows.textAt(cell);
        };
    }

    /** The key that is a number of the server's. */
    Object value(long number) {
        return isWide && number < 0 ? new BigInteger(Long.toUnsignedString(number)) : (Object) number;
    }

    /** Makes sure that the server told a number, and that all that follow from it fit into the column. */
    void checkRange(long first, int count, long increment) throws BulkLoadException {
        long room = isWide || first > 0 ? most - first : -1;
        boolean fits = first != 0
                && (isWide || first > 0)
                && Long.compareUnsigned(first, most) <= 0
                && (increment == 0 || Long.compareUnsigned(Long.divideUnsigned(room, increment), count - 1) >= 0);
        if (!fits) {
            throw BulkLoadException.in(
                            LoadPhase.SERVER,
                            first == 0
                                    ? "the server tells no number of the row"
                                    : "the numbers from " + Long.toUnsignedString(first)
                                            + " on are more than the column has room for")
                    .column(column.name())
                    .build();
        }
    }
}
