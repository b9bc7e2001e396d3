package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.ZeroIdentity;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.ValueSink;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdentityRuleTest {
    private static final String HINT =
            ". Say what 0 means by .zeroIdentity(ZeroIdentity.GENERATE) or .zeroIdentity(ZeroIdentity.KEEP)";
    private static final String ZERO_AFTER_OTHER =
            "load failed: the row brings 0, but rows before it bring numbers of their own" + HINT;
    private static final String OTHER_AFTER_ZERO =
            "load failed: the row brings a number of its own, but in rows before it 0 meant that the database numbers"
                    + " them" + HINT;
    private static final String ALWAYS = "load failed: the database numbers this column always and refuses values."
            + " Leave the column out, or add .keepIdentity() to store the values";

    private final RowRecorder recorder = new RowRecorder(1, null);
    private ValueSink sink;

    private void rule(Numbering numbering, LoadSettings settings) {
        IdentityRule rule = IdentityRule.of(StubProvider.numbered("id", numbering), settings);
        sink = rule.before(recorder.column(0));
    }

    private Object stored(Object value) throws SQLException {
        recorder.beginRow();
        if (value == null) {
            sink.nullValue();
        } else if (value instanceof Long number) {
            sink.int64(number);
        } else {
            sink.object(value);
        }
        recorder.endRow();
        return recorder.row().get(0);
    }

    @Test
    void aColumnThatIsNotNumberedHasNoRule() {
        assertThat(IdentityRule.of(StubProvider.nullable("id"), LoadSettings.DEFAULTS))
                .isNull();
    }

    @Test
    void byDefaultNullAndZeroAreNumberedByTheDatabase() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS);

        assertThat(stored(null)).isNull();
        assertThat(stored(0L)).isNull();
        for (Object zero : List.of(0, (short) 0, (byte) 0, BigInteger.ZERO, new BigDecimal("0.00"))) {
            assertThat(stored(zero)).as(zero.getClass().getName()).isNull();
        }
        assertThat(stored(null)).isNull();
    }

    @Test
    void byDefaultValuesAreKeptBesideNulls() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS);

        assertThat(stored(7L)).isEqualTo(7L);
        assertThat(stored(null)).isNull();
        assertThat(stored(-1)).isEqualTo(-1);
        assertThat(stored("8")).isEqualTo("8");
    }

    @Test
    void zeroAfterAValueIsRefused() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS);
        stored(7L);

        assertThatThrownBy(() -> stored(0L)).hasMessage(ZERO_AFTER_OTHER);
        assertThatThrownBy(() -> stored(BigInteger.ZERO)).hasMessage(ZERO_AFTER_OTHER);
    }

    @Test
    void aValueAfterZeroIsRefused() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS);
        stored(0L);

        assertThatThrownBy(() -> stored(7L)).hasMessage(OTHER_AFTER_ZERO);
        assertThatThrownBy(() -> stored("7")).hasMessage(OTHER_AFTER_ZERO);
        assertThatThrownBy(() -> sink.float64(7)).hasMessage(OTHER_AFTER_ZERO);
        assertThatThrownBy(() -> sink.float32(7)).hasMessage(OTHER_AFTER_ZERO);
        assertThatThrownBy(() -> sink.bool(true)).hasMessage(OTHER_AFTER_ZERO);
        assertThatThrownBy(() -> sink.text("7")).hasMessage(OTHER_AFTER_ZERO);
    }

    @Test
    void zeroThatGeneratesStandsBesideValues() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS.withZeroIdentity(ZeroIdentity.GENERATE));

        assertThat(stored(0L)).isNull();
        assertThat(stored(7L)).isEqualTo(7L);
        assertThat(stored(0L)).isNull();
    }

    @Test
    void zeroThatIsKeptIsAValueLikeAnyOther() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS.withZeroIdentity(ZeroIdentity.KEEP));

        assertThat(stored(0L)).isEqualTo(0L);
        assertThat(stored(7L)).isEqualTo(7L);
        assertThat(stored(0)).isEqualTo(0);
        assertThat(stored(null)).isNull();
    }

    @Test
    void aColumnThatIsAlwaysNumberedRefusesValues() throws SQLException {
        rule(Numbering.ALWAYS, LoadSettings.DEFAULTS);

        assertThat(stored(null)).isNull();
        assertThat(stored(0L)).isNull();
        assertThatThrownBy(() -> stored(7L)).hasMessage(ALWAYS);
        assertThatThrownBy(() -> stored("7")).hasMessage(ALWAYS);
    }

    @Test
    void aColumnThatIsAlwaysNumberedRefusesAZeroThatIsKept() {
        rule(Numbering.ALWAYS, LoadSettings.DEFAULTS.withZeroIdentity(ZeroIdentity.KEEP));

        assertThatThrownBy(() -> stored(0L)).hasMessage(ALWAYS);
    }

    @Test
    void keepIdentityStoresEveryValueAndRefusesNull() throws SQLException {
        for (Numbering numbering : List.of(Numbering.BY_DEFAULT, Numbering.ALWAYS)) {
            rule(numbering, LoadSettings.DEFAULTS.withKeepIdentity());

            assertThat(stored(0L)).isEqualTo(0L);
            assertThat(stored(7L)).isEqualTo(7L);
            assertThat(stored(0)).isEqualTo(0);
            assertThatThrownBy(() -> stored(null))
                    .hasMessage("load failed: the value is null under keepIdentity(). Give every row its number, or"
                            + " leave keepIdentity() out");
        }
    }

    @Test
    void otherKindsOfValuePass() throws SQLException {
        rule(Numbering.BY_DEFAULT, LoadSettings.DEFAULTS);
        recorder.beginRow();
        sink.float64(0.0);
        recorder.beginRow();
        sink.float32(0f);
        recorder.beginRow();
        sink.bool(false);
        recorder.beginRow();
        sink.text("0");

        assertThat(recorder.row()).containsExactly("0");
    }
}
