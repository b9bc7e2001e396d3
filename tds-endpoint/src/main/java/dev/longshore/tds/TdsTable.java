package dev.longshore.tds;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table that the endpoint pretends to have.
 *
 * @param database its database; {@code tempdb} for a temporary table
 * @param schema its schema
 * @param name its name
 * @param columns its columns
 * @param kind the letters that stand for its kind in sys.objects: U, V or SN
 * @param afterTrigger the name of an AFTER INSERT trigger, if there is one
 * @param insteadTrigger the name of an INSTEAD OF INSERT trigger, if there is one
 * @param skippingIndex the name of an index with IGNORE_DUP_KEY, if there is one
 * @param target the table that a synonym stands for, as in {@code create synonym}
 * @param check what the table says to a row before it takes it
 * @param clusteredBy the columns of its primary key, which is its clustered index, if it has one
 * @param refers whether it has a foreign key
 */
public record TdsTable(
        String database,
        String schema,
        String name,
        List<TdsColumn> columns,
        String kind,
        @Nullable String afterTrigger,
        @Nullable String insteadTrigger,
        @Nullable String skippingIndex,
        @Nullable String target,
        RowCheck check,
        List<String> clusteredBy,
        boolean refers) {
    /** The constraints of a table. */
    @FunctionalInterface
    public interface RowCheck {
        /**
         * Judges a row.
         *
         * @param row a value for each column that was loaded, in the order of the load
         * @return the error that the server sends, or null if the row is taken
         */
        @Nullable
        TdsError judge(List<@Nullable Object> row);
    }

    /** The database that connections are in. */
    public static final String DATABASE = "wire";

    /**
     * Makes a table in the schema dbo, or a temporary one if its name begins with {@code #}.
     *
     * @param name its name
     * @param columns its columns
     * @return the table
     */
    public static TdsTable of(String name, TdsColumn... columns) {
        return new TdsTable(
                name.startsWith("#") ? "tempdb" : DATABASE,
                "dbo",
                name,
                List.of(columns),
                "U",
                null,
                null,
                null,
                null,
                row -> null,
                List.of(),
                false);
    }

    /**
     * Puts it into another database and schema.
     *
     * @param otherDatabase the database
     * @param otherSchema the schema
     * @return the new table
     */
    public TdsTable in(String otherDatabase, String otherSchema) {
        return new TdsTable(
                otherDatabase,
                otherSchema,
                name,
                columns,
                kind,
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                target,
                check,
                clusteredBy,
                refers);
    }

    /**
     * Gives it triggers.
     *
     * @param after the name of one that fires after an INSERT, or null
     * @param instead the name of one that fires instead, or null
     * @return the new table
     */
    public TdsTable triggers(@Nullable String after, @Nullable String instead) {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                kind,
                after,
                instead,
                skippingIndex,
                target,
                check,
                clusteredBy,
                refers);
    }

    /**
     * Gives it an index with IGNORE_DUP_KEY.
     *
     * @param index the index's name
     * @return the new table
     */
    public TdsTable skipping(String index) {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                kind,
                afterTrigger,
                insteadTrigger,
                index,
                target,
                check,
                clusteredBy,
                refers);
    }

    /**
     * Makes it a view.
     *
     * @return the new table
     */
    public TdsTable asView() {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                "V",
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                target,
                check,
                clusteredBy,
                refers);
    }

    /**
     * Makes it a synonym.
     *
     * @param meant the table it stands for
     * @return the new table
     */
    public TdsTable asSynonymOf(String meant) {
        return new TdsTable(
                database,
                schema,
                name,
                List.of(),
                "SN",
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                meant,
                check,
                clusteredBy,
                refers);
    }

    /**
     * Gives it constraints.
     *
     * @param wanted what it says to each row
     * @return the new table
     */
    public TdsTable check(RowCheck wanted) {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                kind,
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                target,
                wanted,
                clusteredBy,
                refers);
    }

    /**
     * Gives it a primary key, which is its clustered index.
     *
     * @param names the index's columns
     * @return the new table
     */
    public TdsTable clusteredBy(String... names) {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                kind,
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                target,
                check,
                List.of(names),
                refers);
    }

    /**
     * Gives it a foreign key.
     *
     * @return the new table
     */
    public TdsTable referring() {
        return new TdsTable(
                database,
                schema,
                name,
                columns,
                kind,
                afterTrigger,
                insteadTrigger,
                skippingIndex,
                target,
                check,
                clusteredBy,
                true);
    }

    String key() {
        return key(database, schema, name);
    }

    static String key(String database, String schema, String name) {
        return (database + "." + schema + "." + name).toLowerCase(Locale.ROOT);
    }

    int id() {
        return key().hashCode() & 0x7FFF_FFFF;
    }

    TdsColumn column(String wanted) throws SqlError {
        for (TdsColumn column : columns) {
            if (column.name().equals(wanted)) {
                return column;
            }
        }
        throw new SqlError(
                207,
                "Invalid column name '" + wanted + "'. The table has "
                        + columns.stream().map(TdsColumn::name).collect(Collectors.joining(", ")) + ".");
    }

    /** What a select of all columns shows. */
    List<TdsColumn> visible() {
        return columns.stream().filter(column -> !column.hidden()).toList();
    }
}
