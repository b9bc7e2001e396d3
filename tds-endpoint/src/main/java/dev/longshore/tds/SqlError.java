package dev.longshore.tds;

/** Ends a request with an error token. */
final class SqlError extends Exception {
    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // never written anywhere
    private final TdsError error;

    SqlError(TdsError error) {
        super(error.message());
        this.error = error;
    }

    SqlError(int number, String message) {
        this(TdsError.of(number, message));
    }

    TdsError error() {
        return error;
    }
}
