package dev.longshore.examples;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.NamedCsvRecord;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The airports of airports.csv, and as many rows made of them as are wanted. */
final class Airports {
    private final List<Airport> airports;

    private Airports(List<Airport> airports) {
        this.airports = airports;
    }

    static Airports read() throws IOException {
        InputStream file = Objects.requireNonNull(Airports.class.getResourceAsStream("/airports.csv"), "airports.csv");
        try (InputStreamReader text = new InputStreamReader(file, StandardCharsets.UTF_8);
                CsvReader<NamedCsvRecord> lines = CsvReader.builder().ofNamedCsvRecord(text)) {
            return new Airports(lines.stream().map(Airports::airport).toList());
        }
    }

    private static Airport airport(NamedCsvRecord line) {
        return new Airport(
                line.getStartingLineNumber() - 1,
                line.getField("iata"),
                line.getField("name"),
                known(line.getField("city")),
                known(line.getField("state")),
                line.getField("country"),
                Double.parseDouble(line.getField("latitude")),
                Double.parseDouble(line.getField("longitude")));
    }

    private static @Nullable String known(String field) {
        return field.equals("NA") ? null : field;
    }

    int count() {
        return airports.size();
    }

    /** Rows with the keys 1 to {@code rows}, made one by one as they are asked for. */
    Iterator<Airport> repeated(int rows) {
        return new Iterator<>() {
            private int made;

            @Override
            public boolean hasNext() {
                return made < rows;
            }

            @Override
            public Airport next() {
                if (made == rows) {
                    throw new NoSuchElementException();
                }
                Airport airport = airports.get(made % airports.size());
                return airport.withId(++made);
            }
        };
    }
}
