package dev.longshore.internal;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes passwords out of what drivers and pools say when there is no connection: {@link java.sql.DriverManager}, for one, quotes the
 * whole URL where no driver takes it. Everything else stays as it is.
 */
final class Credentials {
    private static final String HIDDEN = "***";

    /** Between user and host of a URL. */
    private static final Pattern AUTHORITY = Pattern.compile("(//[^/@\\s:]*:)[^/\\s]*@");

    /** A parameter of a URL or an entry of printed properties; braces and quotes hold what would end it otherwise. */
    private static final Pattern PARAMETER = Pattern.compile(
            "(?i)([\\w.]*(?:pass|pwd|secret|token)\\w*\\s*=\\s*)(\\{[^}]*}|'[^']*'|\"[^\"]*\"|[^;&,\\s)}\\]]*)");

    private Credentials() {}

    /** A text without passwords. */
    static String hidden(@Nullable String text) {
        String shown = AUTHORITY.matcher(String.valueOf(text)).replaceAll("$1" + HIDDEN + "@");
        return PARAMETER.matcher(shown).replaceAll("$1" + HIDDEN);
    }

    /** A throwable as it is, or a copy without passwords where its stack trace would print any. */
    static Throwable hidden(Throwable thrown) {
        StringWriter printed = new StringWriter();
        thrown.printStackTrace(new PrintWriter(printed));
        String trace = printed.toString();
        return hidden(trace).equals(trace) ? thrown : copy(thrown);
    }

    /** What is suppressed is left out. */
    private static SQLException copy(Throwable thrown) {
        Throwable cause = thrown.getCause();
        Throwable shownCause = cause == null ? null : hidden(cause);
        String text = thrown.getClass().getName() + ": " + hidden(thrown.getMessage());
        SQLException copy = thrown instanceof SQLException sql
                ? new SQLException(text, sql.getSQLState(), sql.getErrorCode(), shownCause)
                : new SQLException(text, shownCause);
        copy.setStackTrace(thrown.getStackTrace());
        return copy;
    }
}
