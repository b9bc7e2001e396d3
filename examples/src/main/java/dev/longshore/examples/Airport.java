package dev.longshore.examples;

import org.jspecify.annotations.Nullable;

/**
 * A row of the example: the names of its components are those of the table's columns, so that no mapping is needed.
 *
 * @param id the key
 * @param iata the airport's code
 * @param name its name
 * @param city null where it is not known
 * @param state null where it is not known
 * @param country the country
 * @param latitude degrees north
 * @param longitude degrees east
 */
public record Airport(
        long id,
        String iata,
        String name,
        @Nullable String city,
        @Nullable String state,
        String country,
        double latitude,
        double longitude) {

    /** The same airport under another key. */
    Airport withId(long newId) {
        return new Airport(newId, iata, name, city, state, country, latitude, longitude);
    }
}
