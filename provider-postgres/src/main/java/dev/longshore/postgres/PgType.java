package dev.longshore.postgres;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A type as the wire knows it. Domains are resolved to what they are based on.
 *
 * @param oid the type's own number; a domain's where it is the element of an array, since the array names it
 * @param family the form of its values
 * @param element the element of an array, the bounds of a range, the ranges of a multirange; null for other families
 */
record PgType(int oid, TypeFamily family, @Nullable PgType element) {
    /** From this number on, types are made by users and extensions. */
    static final long FIRST_OWN_OID = 16384;

    private static final Map<Integer, PgType> BUILT_IN = new HashMap<>();

    static {
        scalar(16, 1000, TypeFamily.BOOL);
        scalar(17, 1001, TypeFamily.BYTEA);
        scalar(18, 1002, TypeFamily.CHAR);
        scalar(19, 1003, TypeFamily.TEXT);
        scalar(20, 1016, TypeFamily.INT8);
        scalar(21, 1005, TypeFamily.INT2);
        scalar(23, 1007, TypeFamily.INT4);
        scalar(25, 1009, TypeFamily.TEXT);
        scalar(26, 1028, TypeFamily.OID);
        scalar(114, 199, TypeFamily.JSON);
        scalar(142, 143, TypeFamily.XML);
        scalar(600, 1017, TypeFamily.POINT);
        scalar(601, 1018, TypeFamily.LSEG);
        scalar(602, 1019, TypeFamily.PATH);
        scalar(603, 1020, TypeFamily.BOX);
        scalar(604, 1027, TypeFamily.POLYGON);
        scalar(628, 629, TypeFamily.LINE);
        scalar(650, 651, TypeFamily.CIDR);
        scalar(700, 1021, TypeFamily.FLOAT4);
        scalar(701, 1022, TypeFamily.FLOAT8);
        scalar(718, 719, TypeFamily.CIRCLE);
        scalar(774, 775, TypeFamily.MACADDR8);
        scalar(829, 1040, TypeFamily.MACADDR);
        scalar(869, 1041, TypeFamily.INET);
        scalar(1042, 1014, TypeFamily.TEXT);
        scalar(1043, 1015, TypeFamily.TEXT);
        scalar(1082, 1182, TypeFamily.DATE);
        scalar(1083, 1183, TypeFamily.TIME);
        scalar(1114, 1115, TypeFamily.TIMESTAMP);
        scalar(1184, 1185, TypeFamily.TIMESTAMPTZ);
        scalar(1186, 1187, TypeFamily.INTERVAL);
        scalar(1266, 1270, TypeFamily.TIMETZ);
        scalar(1560, 1561, TypeFamily.BIT);
        scalar(1562, 1563, TypeFamily.BIT);
        scalar(1700, 1231, TypeFamily.NUMERIC);
        scalar(2950, 2951, TypeFamily.UUID);
        scalar(3802, 3807, TypeFamily.JSONB);
        range(3904, 3905, 4451, 6150, 23);
        range(3906, 3907, 4532, 6151, 1700);
        range(3908, 3909, 4533, 6152, 1114);
        range(3910, 3911, 4534, 6153, 1184);
        range(3912, 3913, 4535, 6155, 1082);
        range(3926, 3927, 4536, 6157, 20);
    }

    private static PgType scalar(int oid, int arrayOid, TypeFamily family) {
        return withArray(new PgType(oid, family, null), arrayOid);
    }

    private static PgType withArray(PgType type, int arrayOid) {
        BUILT_IN.put(type.oid, type);
        BUILT_IN.put(arrayOid, new PgType(arrayOid, TypeFamily.ARRAY, type));
        return type;
    }

    private static void range(int oid, int arrayOid, int multiOid, int multiArrayOid, int boundOid) {
        PgType range = withArray(new PgType(oid, TypeFamily.RANGE, builtIn(boundOid)), arrayOid);
        withArray(new PgType(multiOid, TypeFamily.MULTIRANGE, range), multiArrayOid);
    }

    /** The type of a number below {@link #FIRST_OWN_OID}; one that is not known here is taken by its text form. */
    static PgType builtIn(long oid) {
        PgType known = BUILT_IN.get((int) oid);
        return known == null ? new PgType((int) oid, TypeFamily.LITERAL, null) : known;
    }

    /** The same wire form under another number. */
    PgType withOid(int ownOid) {
        return new PgType(ownOid, family, element);
    }

    /** Whether COPY BINARY can take values of this type. */
    boolean isBinary() {
        return family != TypeFamily.LITERAL && family != TypeFamily.HSTORE && (element == null || element.isBinary());
    }
}
