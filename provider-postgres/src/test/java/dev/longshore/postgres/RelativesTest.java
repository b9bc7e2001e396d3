package dev.longshore.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.spi.ProviderMatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers are taken for PostgreSQL, by what they report as server_version: the second word of version(). */
class RelativesTest {
    private static String reported(String version) {
        return version.replaceFirst("^PostgreSQL ([^ ,]+).*$", "$1");
    }

    @ParameterizedTest
    @DisplayName("PostgreSQL, its distributions, and services and extensions that run its code")
    @ValueSource(
            strings = {
                "PostgreSQL 17.7 on x86_64-pc-linux-gnu, compiled by gcc (Ubuntu 7.5.0-3ubuntu1~18.04) 7.5.0, 64-bit",
                "PostgreSQL 15.4 on aarch64-unknown-linux-gnu, compiled by aarch64-unknown-linux-gnu-gcc (GCC) 9.5.0, 64-bit",
                "PostgreSQL 18beta1 on x86_64-pc-linux-gnu, compiled by gcc (GCC) 14.2.0, 64-bit",
                "PostgreSQL 19devel on x86_64-pc-linux-gnu, compiled by gcc (GCC) 14.2.0, 64-bit",
                "16.4 (Debian 16.4-1.pgdg120+1)",
                "14.13 (Ubuntu 14.13-0ubuntu0.22.04.1)",
                "17rc1 (Debian 17~rc1-1.pgdg120+1)",
                "14.10"
            })
    void postgres(String version) {
        assertThat(Relatives.name(reported(version), null)).isNull();
    }

    @ParameterizedTest
    @DisplayName("those that only speak its protocol")
    @CsvSource(delimiter = '|', textBlock = """
                    PostgreSQL 11.2-YB-2024.2.8.0-b0 on x86_64-pc-linux-gnu | YugabyteDB
                    PostgreSQL 15.2-YB-2025.1.2.0-b0 on x86_64-pc-linux-gnu | YugabyteDB
                    PostgreSQL 8.0.2 on i686-pc-linux-gnu, compiled by GCC gcc (GCC) 3.4.2 20041017 (Red Hat 3.4.2-6.fc3), Redshift 1.0.48805 | Amazon Redshift
                    PostgreSQL 13.14.0-RisingWave-2.1.0 (0000000000000000000000000000000000000000) | one of the unknown version 13.14.0-RisingWave-2.1.0
                    """)
    void others(String version, String name) {
        assertThat(Relatives.name(reported(version), null)).isEqualTo(name);
    }

    @Test
    @DisplayName("CockroachDB reports a version of its own beside that of PostgreSQL; no version at all is unknown")
    void parameters() {
        assertThat(Relatives.name("13.0.0", "CockroachDB CCL v25.4.5 (x86_64-pc-linux-gnu, built 2026/01/02 00:00:00)"))
                .isEqualTo("CockroachDB");
        assertThat(Relatives.name(null, null)).isEqualTo("one that does not tell its version");
    }

    @Test
    @DisplayName("a relative takes the plain path and the plan says so; one whose catalog is too old is refused")
    void matches() {
        assertThat(PostgresProvider.match("13.0.0", 13, 42, 7, "CockroachDB"))
                .isEqualTo(ProviderMatch.yesBut("the server is CockroachDB, not PostgreSQL itself, so the plain path"
                        + " insert-values is taken"));
        assertThat(PostgresProvider.match("15.2-YB-2025.1.2.0-b0", 15, 42, 7, "YugabyteDB"))
                .isEqualTo(ProviderMatch.yesBut(
                        "the server is YugabyteDB, not PostgreSQL itself, so the plain path insert-values is taken"));
        assertThat(PostgresProvider.match("11.2-YB-2024.2.8.0-b0", 11, 42, 7, "YugabyteDB"))
                .isEqualTo(ProviderMatch.no("the server is YugabyteDB, which answers as PostgreSQL"
                        + " 11.2-YB-2024.2.8.0-b0, older than 14, the oldest supported"));
        assertThat(PostgresProvider.match("8.0.2", 8, 42, 7, "Amazon Redshift"))
                .isEqualTo(ProviderMatch.no("the server is Amazon Redshift, which answers as PostgreSQL 8.0.2, older"
                        + " than 14, the oldest supported"));
        assertThat(PostgresProvider.match("9.4.26", 9, 42, 7, null))
                .isEqualTo(ProviderMatch.no("the server is PostgreSQL 9.4.26, older than 14, the oldest supported"));
        assertThat(PostgresProvider.match("17.7", 17, 42, 7, null)).isEqualTo(ProviderMatch.yes());
        assertThat(PostgresProvider.match("19.1", 19, 42, 7, null))
                .isEqualTo(ProviderMatch.yesBut("PostgreSQL 19.1 is newer than 18, the newest tested"));
        assertThat(PostgresProvider.match("17.7", 17, 42, 6, null))
                .isEqualTo(ProviderMatch.no("the driver is pgjdbc 42.6, but 42.7 or newer is needed"));
    }
}
