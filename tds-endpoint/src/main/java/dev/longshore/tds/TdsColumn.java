package dev.longshore.tds;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table that the endpoint pretends to have.
 *
 * @param name its name
 * @param type its type as in {@code create table}, lower case, for example {@code decimal(18,4)}
 * @param nullable whether it admits NULL
 * @param identity whether it is an identity column
 * @param computed whether it is computed
 * @param hidden whether it is a hidden period column of a temporal table
 * @param hasDefault whether it has a default
 * @param codePage the code page of its collation, which only columns of text have
 */
public record TdsColumn(
        String name,
        String type,
        boolean nullable,
        boolean identity,
        boolean computed,
        boolean hidden,
        boolean hasDefault,
        int codePage) {
    private static final int USUAL_CODE_PAGE = 1252;
    private static final int UTF_8 = 65_001;

    /**
     * Makes a nullable column of code page 1252.
     *
     * @param name its name
     * @param type its type as in {@code create table}
     * @return the column
     */
    public static TdsColumn of(String name, String type) {
        return new TdsColumn(name, type, true, false, false, false, false, USUAL_CODE_PAGE);
    }

    /**
     * Makes the column refuse NULL.
     *
     * @return the new column
     */
    public TdsColumn notNull() {
        return new TdsColumn(name, type, false, identity, computed, hidden, hasDefault, codePage);
    }

    /**
     * Makes it an identity column.
     *
     * @return the new column
     */
    public TdsColumn asIdentity() {
        return new TdsColumn(name, type, false, true, computed, hidden, hasDefault, codePage);
    }

    /**
     * Makes it computed.
     *
     * @return the new column
     */
    public TdsColumn asComputed() {
        return new TdsColumn(name, type, nullable, identity, true, hidden, hasDefault, codePage);
    }

    /**
     * Makes it a hidden period column.
     *
     * @return the new column
     */
    public TdsColumn asHidden() {
        return new TdsColumn(name, type, false, identity, computed, true, hasDefault, codePage);
    }

    /**
     * Gives it a default.
     *
     * @return the new column
     */
    public TdsColumn withDefault() {
        return new TdsColumn(name, type, nullable, identity, computed, hidden, true, codePage);
    }

    /**
     * Gives it another collation.
     *
     * @param wanted the code page
     * @return the new column
     */
    public TdsColumn codePage(int wanted) {
        return new TdsColumn(name, type, nullable, identity, computed, hidden, hasDefault, wanted);
    }

    /** The type's name without length or precision. */
    String base() {
        int bracket = type.indexOf('(');
        return (bracket < 0 ? type : type.substring(0, bracket)).strip().toLowerCase(Locale.ROOT);
    }

    private @Nullable String argument(int index) {
        int bracket = type.indexOf('(');
        if (bracket < 0) {
            return null;
        }
        String[] arguments = type.substring(bracket + 1, type.indexOf(')')).split(",", -1);
        return index < arguments.length ? arguments[index].strip() : null;
    }

    private int number(int index, int otherwise) {
        String argument = argument(index);
        return argument == null ? otherwise : Integer.parseInt(argument);
    }

    /** As sys.columns has it: bytes, -1 for (max). */
    int maxLength() {
        return switch (base()) {
            case "tinyint", "bit" -> 1;
            case "smallint" -> 2;
            case "int", "real", "smallmoney", "smalldatetime" -> 4;
            case "bigint", "float", "money", "datetime", "timestamp", "datetime2" -> 8;
            case "date" -> 3;
            case "time" -> 5;
            case "datetimeoffset" -> 10;
            case "uniqueidentifier", "text", "ntext", "image" -> 16;
            case "decimal", "numeric" -> 17;
            case "sql_variant" -> 8_016;
            case "hierarchyid" -> 892;
            case "xml", "json", "geometry", "geography" -> -1;
            case "nchar", "nvarchar" -> isUnlimited() ? -1 : 2 * number(0, 1);
            default -> isUnlimited() ? -1 : number(0, 1);
        };
    }

    private boolean isUnlimited() {
        return "max".equals(argument(0));
    }

    int precision() {
        return switch (base()) {
            case "decimal", "numeric" -> number(0, 18);
            case "tinyint" -> 3;
            case "smallint" -> 5;
            case "int", "smallmoney" -> 10;
            case "bigint", "money" -> 19;
            case "real" -> 24;
            case "float" -> 53;
            default -> 0;
        };
    }

    int scale() {
        return switch (base()) {
            case "decimal", "numeric" -> number(1, 0);
            case "money", "smallmoney" -> 4;
            case "time", "datetime2", "datetimeoffset" -> number(0, 7);
            default -> 0;
        };
    }

    boolean isText() {
        return switch (base()) {
            case "char", "varchar", "nchar", "nvarchar", "text", "ntext" -> true;
            default -> false;
        };
    }

    @Nullable
    String collationName() {
        if (!isText()) {
            return null;
        }
        return codePage == UTF_8 ? "Latin1_General_100_CI_AS_SC_UTF8" : "Latin1_General_CI_AS";
    }

    /** The charset of a column's narrow text on the wire: the driver takes it from the collation that the server sent. */
    Charset charset() {
        return isText() && codePage == UTF_8 ? StandardCharsets.UTF_8 : Charset.forName("windows-1252");
    }

    private byte[] collation() {
        return codePage == UTF_8 && isText() ? TdsEndpoint.UTF_8_COLLATION : TdsEndpoint.COLLATION;
    }

    /** Writes the column as the server describes it in a result. */
    void describe(Reply reply) {
        int flags = (nullable ? 1 : 0) | 8 | (identity ? 0x10 : 0) | (computed ? 0x20 : 0);
        reply.i32(base().equals("timestamp") ? 0x50 : 0).u16(flags);
        switch (base()) {
            case "tinyint", "smallint", "int", "bigint" -> reply.u8(0x26).u8(maxLength());
            case "bit" -> reply.u8(0x68).u8(1);
            case "real", "float" -> reply.u8(0x6D).u8(maxLength());
            case "money", "smallmoney" -> reply.u8(0x6E).u8(maxLength());
            case "datetime", "smalldatetime" -> reply.u8(0x6F).u8(maxLength());
            case "decimal", "numeric" ->
                reply.u8(base().equals("decimal") ? 0x6A : 0x6C)
                        .u8(17)
                        .u8(precision())
                        .u8(scale());
            case "date" -> reply.u8(0x28);
            case "time" -> reply.u8(0x29).u8(scale());
            case "datetime2" -> reply.u8(0x2A).u8(scale());
            case "datetimeoffset" -> reply.u8(0x2B).u8(scale());
            case "uniqueidentifier" -> reply.u8(0x24).u8(16);
            case "char" -> reply.u8(0xAF).u16(wireLength()).bytes(collation());
            case "varchar" -> reply.u8(0xA7).u16(wireLength()).bytes(collation());
            case "nchar" -> reply.u8(0xEF).u16(wireLength()).bytes(collation());
            case "nvarchar" -> reply.u8(0xE7).u16(wireLength()).bytes(collation());
            // as to a client that has not asked for the type itself
            case "json" -> reply.u8(0xE7).u16(WireType.UNLIMITED).bytes(collation());
            case "binary" -> reply.u8(0xAD).u16(wireLength());
            case "timestamp" -> reply.u8(0xAD).u16(8);
            case "varbinary" -> reply.u8(0xA5).u16(wireLength());
            case "text" ->
                reply.u8(0x23).i32(0x7FFF_FFFF).bytes(collation()).u8(1).longText(name);
            case "ntext" ->
                reply.u8(0x63).i32(0x7FFF_FFFE).bytes(collation()).u8(1).longText(name);
            case "image" -> reply.u8(0x22).i32(0x7FFF_FFFF).u8(1).longText(name);
            case "xml" -> reply.u8(0xF1).u8(0);
            case "sql_variant" -> reply.u8(0x62).i32(8_009);
            case "hierarchyid", "geometry", "geography" ->
                reply.u8(0xF0)
                        .u16(base().equals("hierarchyid") ? 892 : WireType.UNLIMITED)
                        .shortText("master")
                        .shortText("sys")
                        .shortText(base())
                        .longText("Microsoft.SqlServer.Types");
            default -> throw new IllegalArgumentException("the endpoint can't describe a column of type " + type);
        }
        reply.shortText(name);
    }

    private int wireLength() {
        return isUnlimited() ? WireType.UNLIMITED : maxLength();
    }
}
