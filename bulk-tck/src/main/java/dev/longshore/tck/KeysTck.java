package dev.longshore.tck;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

/**
 * The rules of keys alone, for a provider that has more than one way to give them back: {@link BulkProviderTck} runs on the way that it
 * takes by itself, and a class for each other way extends this one and sets the option for it in {@link TckDatabase#configured}.
 */
public abstract class KeysTck extends DatabaseTck {
    /** For subclasses. */
    protected KeysTck() {}

    @Nested
    @DisplayName("Keys")
    class Keys extends KeyRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }
}
