package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ContenderCorrectnessTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "LOOP, 2",
        "LOOP, 7",
        "LOOP, 21",
        "BATCH, 2",
        "BATCH, 7",
        "BATCH, 21",
        "MULTI_ROW, 2",
        "MULTI_ROW, 7",
        "MULTI_ROW, 21"
    })
    void plainContenderStoresWhatLongshoreStores(JdbcContender contender, int columns) throws Exception {
        StoredRows.prove(contender, Workplace.in(folder), columns);
    }

    @Test
    void programInCStoresWhatLongshoreStores() throws Exception {
        CProgram program;
        try {
            program = CProgram.compile(folder, 1);
        } catch (CProgram.Missing e) {
            abort("C program: " + e.getMessage());
            return;
        }
        StoredRows.prove(program, Workplace.in(folder), BenchRows.MIXED);
        StoredRows.prove(program.with(200), Workplace.in(folder), BenchRows.MIXED);
    }

    @ParameterizedTest
    @EnumSource(JdbcContender.class)
    void rowsAreStoredAsTheyAre(JdbcContender contender) throws Exception {
        List<BenchRow> rows = BenchRows.of(201);
        BenchRow last = rows.get(200);

        List<String> stored = StoredRows.storedBy(contender, Workplace.in(folder), rows, BenchRows.MIXED);

        assertThat(stored).hasSize(201);
        assertThat(stored.get(200))
                .isEqualTo(last.id() + ", '" + last.name() + "', "
                        + last.amount().stripTrailingZeros().toPlainString()
                        + ", " + last.quantity() + ", '" + last.created() + "', " + (last.active() ? 1 : 0) + ", "
                        + (last.note() == null ? "NULL" : "'" + last.note() + "'"));
    }
}
