package dev.longshore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RejectFileTest {
    private static final List<String> COLUMNS = List.of("id", "name", "born", "photo");

    private static RejectedRow row(long index, @Nullable String column, Object... values) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            named.put(COLUMNS.get(i), values[i]);
        }
        BulkLoadException failure = BulkLoadException.in(LoadPhase.SERVER, "it is \"bad\"")
                .row(index)
                .column(column)
                .sqlState(column == null ? null : "23514")
                .build();
        return new RejectedRow(index, null, COLUMNS, named, failure);
    }

    private static String written(RejectedRow... rows) throws IOException {
        StringWriter text = new StringWriter();
        try (RejectFile file = RejectFile.to(text)) {
            for (RejectedRow row : rows) {
                file.rejected(row);
            }
            assertThat(file.rows()).isEqualTo(rows.length);
        }
        return text.toString();
    }

    @Test
    void columnsThenPlaceAndReason() throws IOException {
        assertThat(written(row(7, "name", 1L, "Ann", LocalDate.of(2000, 2, 29), new byte[] {0, (byte) 0xff})))
                .isEqualTo("id,name,born,photo,reject_row,reject_column,reject_reason,reject_sqlstate\r\n"
                        + "1,Ann,2000-02-29,\\x00ff,7,name,\"it is \"\"bad\"\"\",23514\r\n");
    }

    @Test
    void nullAndUnreadAreEmptyAndEmptyTextIsQuoted() throws IOException {
        assertThat(written(row(0, null, 1L, "")).lines().skip(1)).containsExactly("1,\"\",,,0,,\"it is \"\"bad\"\"\",");
    }

    @Test
    void quotesWhatWouldBeReadOtherwise() throws IOException {
        assertThat(written(row(0, null, "a,b", "line\nend", " x", "say \"y\"")))
                .endsWith("\r\n\"a,b\",\"line\nend\",\" x\",\"say \"\"y\"\"\",0,,\"it is \"\"bad\"\"\",\r\n");
    }

    @Test
    void otherColumnsAreRefused() throws IOException {
        try (RejectFile file = RejectFile.to(new StringWriter())) {
            file.rejected(row(0, null));
            RejectedRow other = new RejectedRow(
                    1,
                    null,
                    List.of("id"),
                    Map.of(),
                    BulkLoadException.in(LoadPhase.SERVER, "no").build());
            assertThatThrownBy(() -> file.rejected(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the file has the columns [id, name, born, photo], but the row has [id]");
        }
    }

    @Test
    void createsOrEmptiesTheFile(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("rejects.csv");
        Files.writeString(path, "of an earlier load");
        try (RejectFile file = RejectFile.create(path)) {
            assertThat(file.rows()).isZero();
        }
        assertThat(path).isEmptyFile();
        try (RejectFile file = RejectFile.create(path)) {
            file.rejected(row(3, null, "ü"));
        }
        assertThat(Files.readString(path).lines().skip(1)).containsExactly("ü,,,,3,,\"it is \"\"bad\"\"\",");
    }
}
