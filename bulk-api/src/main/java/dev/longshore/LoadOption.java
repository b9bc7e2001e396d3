package dev.longshore;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * A typed key for a setting that only some databases have. Keys are constants: those of every provider on
 * {@link LoadOptions}, those of one provider on its provider class. Two keys are the same only if they are the same object.
 * Immutable and thread-safe.
 *
 * @param <T> the type of the option's value
 */
public final class LoadOption<T> {
    private final String name;
    private final Class<T> type;
    private final @Nullable T defaultValue;

    private LoadOption(String name, Class<T> type, @Nullable T defaultValue) {
        this.name = requireNonNull(name, "name");
        this.type = requireNonNull(type, "type");
        this.defaultValue = defaultValue;
    }

    /**
     * Makes a key with a default. For provider authors.
     *
     * @param <T> the type of the value
     * @param name the name shown in plans and messages, for example {@code acme.dateForm}
     * @param type the class of the value
     * @param defaultValue the value where the caller gives none
     * @return a new key
     */
    public static <T> LoadOption<T> of(String name, Class<T> type, T defaultValue) {
        return new LoadOption<>(name, type, requireNonNull(defaultValue, "defaultValue"));
    }

    /**
     * Makes a key without a default. For provider authors.
     *
     * @param <T> the type of the value
     * @param name the name shown in plans and messages
     * @param type the class of the value
     * @return a new key whose value is null where the caller gives none
     */
    public static <T> LoadOption<T> of(String name, Class<T> type) {
        return new LoadOption<>(name, type, null);
    }

    /**
     * Returns the name shown in plans and messages.
     *
     * @return the name
     */
    public String name() {
        return name;
    }

    /**
     * Returns the class of the value.
     *
     * @return the class
     */
    public Class<T> type() {
        return type;
    }

    /**
     * Returns the value that holds where the caller gives none.
     *
     * @return the default, or null if there is none
     */
    public @Nullable T defaultValue() {
        return defaultValue;
    }

    @Override
    public String toString() {
        return name;
    }
}
