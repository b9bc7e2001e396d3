package dev.longshore;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the exception of a load tells. */
final class BulkLoadExceptionTest {
    @Test
    @DisplayName("a reason that quotes a long value has its middle left out, and no half of a character stays")
    void longReason() {
        for (int shift = 0; shift < 2; shift++) {
            String reason = "x".repeat(shift) + "\uD83D\uDE00".repeat(5_000) + " is too long";

            BulkLoadException failure =
                    BulkLoadException.in(LoadPhase.MAPPING, reason).row(7).build();

            assertThat(failure.reason())
                    .hasSizeLessThan(1_100)
                    .endsWith(" is too long")
                    .contains(" characters left out) ");
            assertThat(failure.reason().codePoints().filter(c -> c >= 0xD800 && c <= 0xDFFF))
                    .isEmpty();
            assertThat(failure.getMessage()).isEqualTo("load failed at row 7: " + failure.reason());
        }
    }

    @Test
    @DisplayName("what preflight lists is not cut, and a copy keeps the constraint")
    void kept() {
        String list = "problem ".repeat(500);

        assertThat(BulkLoadException.in(LoadPhase.PREFLIGHT, list).build().reason())
                .isEqualTo(list);
        BulkLoadException failure = BulkLoadException.in(LoadPhase.SERVER, "refused")
                .constraint("t_key")
                .build();
        assertThat(failure.toBuilder().row(3).build().constraint()).isEqualTo("t_key");
    }
}
