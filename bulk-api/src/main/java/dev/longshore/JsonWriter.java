package dev.longshore;

/**
 * Writes a value as JSON text, for columns of JSON; the call of a JSON library fits, for example {@code mapper::writeValueAsString}.
 * Set by {@link LoadOptions#JSON_WRITER}. Called on the loading thread, one call at a time in each load.
 */
@FunctionalInterface
public interface JsonWriter {
    /**
     * Writes a value.
     *
     * @param value a map, a collection, an array or any other object that the column does not take itself; never null
     * @return its JSON text, never null
     * @throws Exception if the value can't be written; the load then fails with the row and the column
     */
    String write(Object value) throws Exception;
}
