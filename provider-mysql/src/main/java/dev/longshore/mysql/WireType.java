package dev.longshore.mysql;

/** The forms in which values travel in the binary protocol. Each column has one, whatever its values are. */
enum WireType {
    INT32(3),
    INT64(8),
    FLOAT32(4),
    FLOAT64(5),
    /** Digits as text. */
    DECIMAL(246),
    TEXT(253),
    BYTES(252),
    DATE(10),
    TIME(11),
    DATETIME(12);

    private final int code;

    WireType(int code) {
        this.code = code;
    }

    /** The number of the type in the protocol. */
    int code() {
        return code;
    }

    /** Whether a value is preceded by its length in bytes. */
    boolean hasLength() {
        return this == DECIMAL || this == TEXT || this == BYTES;
    }
}
