package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A row allocates no more than the baseline says. */
class AllocationGuardTest {
    @Test
    void rowsAllocateNoMoreThanTheBaseline() throws Exception {
        AllocationBaseline baseline = AllocationBaseline.read(Path.of("allocation-baseline.json"));

        List<EncodeRun.Cost> costs = EncodeRun.guarded();

        assertThat(costs)
                .extracting(EncodeRun.Cost::name)
                .containsExactly(
                        "mariadb/mixed",
                        "mariadb/sparse",
                        "postgres/mixed",
                        "postgres/sparse",
                        "sqlite/mixed",
                        "sqlite/sparse",
                        "sqlserver/mixed",
                        "sqlserver/sparse");
        assertThat(baseline.measuredExcess(costs))
                .as("if that is meant: mvn -Pbench -Dbench.main=dev.longshore.bench.AllocationBaseline"
                        + " -Dbench.args=allocation-baseline.json")
                .isEmpty();
    }

    @Test
    void moreThanTheBaselineIsFound() {
        AllocationBaseline baseline = AllocationBaseline.of(Map.of("a/mixed", 0.4, "b/mixed", 500));

        assertThat(baseline.excess(List.of(cost("a/mixed", 3.4), cost("b/mixed", 518))))
                .isEmpty();
        assertThat(baseline.excess(List.of(
                        cost("a/mixed", 8.2), cost("b/mixed", 519), cost("c/mixed", 1), cost("a/mixed", Double.NaN))))
                .containsExactly(
                        "a/mixed allocates 8.2 bytes a row; the baseline is 0.4, the limit 3.4",
                        "b/mixed allocates 519.0 bytes a row; the baseline is 500.0, the limit 518.0",
                        "c/mixed has no baseline",
                        "a/mixed allocates NaN bytes a row; the baseline is 0.4, the limit 3.4");
    }

    private static EncodeRun.Cost cost(String name, double bytes) {
        return new EncodeRun.Cost(name.substring(0, 1), name.substring(2), 1, 0, bytes);
    }
}
