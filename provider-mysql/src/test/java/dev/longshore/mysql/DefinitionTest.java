package dev.longshore.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.spi.Numbering;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What servers print of tables, read without a server: also what only MySQL prints. */
final class DefinitionTest {
    private static Definition.Column column(Definition definition, String name) {
        return definition.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("what MySQL 8 prints: comments that count, computed defaults, generated and invisible columns, SRIDs")
    void mysql() {
        Definition definition = Definition.parse("""
                CREATE TABLE `t` (
                  `id` bigint unsigned NOT NULL AUTO_INCREMENT,
                  `a` varchar(20) CHARACTER SET latin1 COLLATE latin1_bin DEFAULT 'it''s, (not) a \\\\ `column`',
                  `b` int DEFAULT '-1',
                  `c` timestamp(3) NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3),
                  `d` int GENERATED ALWAYS AS ((`b` + 1)) STORED NOT NULL,
                  `e` varchar(36) DEFAULT (uuid()),
                  `f` int DEFAULT NULL /*!80023 INVISIBLE */,
                  `g` point NOT NULL /*!80003 SRID 4326 */,
                  `h` enum('a,b','c)','d''e') COLLATE utf8mb4_bin DEFAULT NULL COMMENT 'x, `y` int',
                  `i` text COLLATE utf8mb4_bin,
                  `j` json DEFAULT NULL,
                  `k` bit(8) DEFAULT b'101',
                  `l` decimal(10,2) unsigned zerofill DEFAULT NULL,
                  `m` double(8,3) DEFAULT '0.500',
                  PRIMARY KEY (`id`),
                  UNIQUE KEY `u` (`a`,`b`),
                  SPATIAL KEY `s` (`g`),
                  CONSTRAINT `c1` CHECK ((`b` > 0))
                ) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='ENGINE=MyISAM'
                /*!50100 PARTITION BY RANGE (`id`)
                (PARTITION p0 VALUES LESS THAN (10) ENGINE = InnoDB) */""");
        assertThat(definition.engine()).isEqualTo("InnoDB");
        assertThat(definition.columns())
                .extracting(Definition.Column::name)
                .containsExactly("id", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m");
        assertThat(definition.columns())
                .extracting(Definition.Column::typeName)
                .containsExactly(
                        "bigint unsigned",
                        "varchar(20)",
                        "int",
                        "timestamp(3)",
                        "int",
                        "varchar(36)",
                        "int",
                        "point",
                        "enum('a,b','c)','d''e')",
                        "text",
                        "json",
                        "bit(8)",
                        "decimal(10,2) unsigned zerofill",
                        "double(8,3)");
        assertThat(column(definition, "id").numbering()).isEqualTo(Numbering.BY_DEFAULT);
        assertThat(column(definition, "id").nullable()).isFalse();
        assertThat(column(definition, "id").type().wire()).isEqualTo(WireType.DECIMAL);
        assertThat(column(definition, "a").type().charset()).isEqualTo("latin1");
        assertThat(column(definition, "a").hasDefault()).isTrue();
        assertThat(column(definition, "a").computedDefault()).isFalse();
        assertThat(column(definition, "b").computedDefault()).isFalse();
        assertThat(column(definition, "c").nullable()).isTrue();
        assertThat(column(definition, "c").computedDefault()).isTrue();
        assertThat(column(definition, "d").generated()).isTrue();
        assertThat(column(definition, "d").nullable()).isFalse();
        assertThat(column(definition, "e").computedDefault()).isTrue();
        assertThat(column(definition, "e").type().charset()).isEqualTo("utf8mb4");
        assertThat(column(definition, "f").visible()).isFalse();
        assertThat(column(definition, "f").hasDefault()).isFalse();
        assertThat(column(definition, "g").type().parameter()).isEqualTo("ST_GeomFromWKB(?, 4326)");
        assertThat(column(definition, "h").type().members()).isEqualTo(List.of("a,b", "c)", "d'e"));
        assertThat(column(definition, "h").type().collation()).isEqualTo("utf8mb4_bin");
        assertThat(column(definition, "i").type().length()).isEqualTo(65_535);
        assertThat(column(definition, "k").hasDefault()).isTrue();
        assertThat(column(definition, "k").computedDefault()).isFalse();
        assertThat(column(definition, "l").type().unsigned()).isTrue();
        assertThat(column(definition, "l").type().scale()).isEqualTo(2);
        assertThat(column(definition, "m").hasDefault()).isTrue();
    }

    @Test
    @DisplayName("what MariaDB prints, with names in double quotes or none, and texts that end with a backslash")
    void mariaDb() {
        Definition definition = Definition.parse("""
                CREATE TEMPORARY TABLE "we""ird" (
                  id int(10) unsigned NOT NULL,
                  "a b" longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT 'c:\\\\' CHECK (json_valid("a b")),
                  "key" datetime DEFAULT current_timestamp() ON UPDATE current_timestamp(),
                  n bigint(20) DEFAULT nextval("test"."s"),
                  z int(5) unsigned zerofill DEFAULT 00007,
                  neg int(11) DEFAULT -3,
                  v int(11) GENERATED ALWAYS AS ("n" + 1) VIRTUAL,
                  c varchar(10) /*M!100301 COMPRESSED*/ DEFAULT NULL,
                  u uuid DEFAULT uuid(),
                  PRIMARY KEY (id),
                  KEY k ("a b"(10))
                ) ENGINE=Aria DEFAULT CHARSET=latin1 PAGE_CHECKSUM=1""");
        assertThat(definition.engine()).isEqualTo("Aria");
        assertThat(definition.columns())
                .extracting(Definition.Column::name)
                .containsExactly("id", "a b", "key", "n", "z", "neg", "v", "c", "u");
        assertThat(column(definition, "id").type().wire()).isEqualTo(WireType.INT64);
        assertThat(column(definition, "a b").computedDefault()).isFalse();
        assertThat(column(definition, "key").computedDefault()).isTrue();
        assertThat(column(definition, "n").computedDefault()).isTrue();
        assertThat(column(definition, "z").computedDefault()).isFalse();
        assertThat(column(definition, "z").type().unsigned()).isTrue();
        assertThat(column(definition, "neg").computedDefault()).isFalse();
        assertThat(column(definition, "neg").hasDefault()).isTrue();
        assertThat(column(definition, "v").generated()).isTrue();
        assertThat(column(definition, "c").type().charset()).isEqualTo("latin1");
        assertThat(column(definition, "c").hasDefault()).isFalse();
        assertThat(column(definition, "u").type().family()).isEqualTo(TypeFamily.UUID);
        assertThat(column(definition, "u").computedDefault()).isTrue();
    }
}
