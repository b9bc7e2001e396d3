package dev.longshore.tds;

/**
 * An error as a server sends it.
 *
 * @param number SQL Server's number
 * @param state the state, from which the driver makes the SQLState of unknown numbers
 * @param severity the class; from 20 on the server closes the connection
 * @param message the text
 */
public record TdsError(int number, int state, int severity, String message) {
    /**
     * Makes an error of the usual severity.
     *
     * @param number SQL Server's number
     * @param message the text
     * @return the error
     */
    public static TdsError of(int number, String message) {
        return new TdsError(number, 1, 14, message);
    }
}
