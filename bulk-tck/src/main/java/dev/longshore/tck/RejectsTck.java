package dev.longshore.tck;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * The rules of rejected rows alone, for a provider that has more than one way to send rows: {@link BulkProviderTck} runs on the way
 * that it takes by itself, and a class for each other way extends this one and sets the option for it in
 * {@link TckDatabase#configured}.
 */
public abstract class RejectsTck extends DatabaseTck {
    /** For subclasses. */
    protected RejectsTck() {}

    @Nested
    @DisplayName("Rejected rows")
    class Rejects extends RejectRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }
}
