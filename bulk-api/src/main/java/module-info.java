/**
 * Bulk loading over JDBC: the public face, the interfaces that database providers implement, and the engine between them.
 */
module dev.longshore {
    requires transitive java.sql;
    requires static transitive org.jspecify;

    exports dev.longshore;
    exports dev.longshore.spi;
    exports dev.longshore.spi.support;

    uses dev.longshore.spi.BulkProvider;
}
