package dev.longshore.mysql;

import dev.longshore.spi.TargetColumn;
import java.math.BigInteger;
import java.sql.SQLException;

/** Takes bits: truth values, numbers without sign, bytes of which the last holds the lowest bits, and text of the digits 0 and 1. */
final class BitSink extends MySqlSink {
    private final int bits;

    BitSink(TargetColumn column, Context context, MySqlType type) {
        super(column, context);
        this.bits = (int) type.length();
    }

    @Override
    public void bool(boolean value) throws SQLException {
        put(value ? 1 : 0);
    }

    @Override
    public void int64(long value) throws SQLException {
        if (value < 0 || (bits < Long.SIZE - 1 && value >>> bits != 0)) {
            throw outOfRange(value);
        }
        put(value);
    }

    @Override
    protected void bigInteger(BigInteger value) throws SQLException {
        if (value.signum() < 0 || value.bitLength() > bits) {
            throw outOfRange(value);
        }
        put(value.longValue());
    }

    private void put(long value) {
        byte[] bytes = new byte[(bits + Byte.SIZE - 1) / Byte.SIZE];
        for (int i = 0; i < bytes.length; i++) {
            bytes[bytes.length - 1 - i] = (byte) (value >>> (i * Byte.SIZE));
        }
        rows.raw(bytes);
    }

    @Override
    protected void bytes(byte[] value) throws SQLException {
        BigInteger number = new BigInteger(1, value);
        if (number.bitLength() > bits) {
            throw tooLong("bits", number.bitLength());
        }
        put(number.longValue());
    }

    @Override
    public void text(String value) throws SQLException {
        for (int i = 0; i < value.length(); i++) {
            if (value.charAt(i) != '0' && value.charAt(i) != '1') {
                throw noSuch("text of the digits 0 and 1", value);
            }
        }
        if (value.isEmpty()) {
            throw noSuch("text of the digits 0 and 1", value);
        }
        bigInteger(new BigInteger(value, 2));
    }
}
