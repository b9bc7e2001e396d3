package dev.longshore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/**
 * Whatever a database names, and when: what is stored and what is rejected is what an INSERT of each row by itself, in order, would
 * have left. Rows depend on each other in every way: one may be wrong by itself, only beside an earlier one, or only without it.
 */
class RejectedAsRowByRowTest {
    /** How a database finds the rows of a statement that it refuses. */
    enum Finding {
        /** It looks at one row after the other. */
        IN_ORDER,
        /** It looks at what rows are by themselves first, and then some at a time at what they are beside others. */
        BY_BUFFER,
        /** It looks at what rows are by themselves from the last one on. */
        FROM_BEHIND,
        /** It looks at what rows are by themselves when all are in. */
        AT_THE_END
    }

    /** Whether a database says which row it refuses. */
    enum Naming {
        ALWAYS,
        NEVER,
        SOMETIMES
    }

    private static final int BUFFER = 20;

    /** Whether a row is wrong by itself. */
    private static boolean isBad(List<Object> row) {
        return row.get(1).equals("bad");
    }

    /** Whether a row is wrong behind others: a key that is taken, one that is missing, or one that may not be there. */
    private static boolean isWrongBehind(Collection<Object> ids, List<Object> row) {
        String name = row.get(1).toString();
        int space = name.indexOf(' ');
        boolean isThere = space >= 0 && ids.contains(Long.valueOf(name.substring(space + 1)));
        boolean isMisplaced = name.startsWith("behind") ? !isThere : isThere;
        return isMisplaced || ids.contains(row.get(0));
    }

    private static Set<Object> ids(List<List<Object>> rows) {
        Set<Object> ids = new HashSet<>();
        rows.forEach(row -> ids.add(row.get(0)));
        return ids;
    }

    private static int refused(Finding finding, List<List<Object>> stored, List<List<Object>> statement) {
        Set<Object> ids = ids(stored);
        int size = switch (finding) {
            case IN_ORDER -> 1;
            case BY_BUFFER -> BUFFER;
            case FROM_BEHIND, AT_THE_END -> statement.size();
        };
        for (int start = 0; start < statement.size(); start += size) {
            int end = Math.min(statement.size(), start + size);
            int bad = -1;
            for (int i = start; i < end; i++) {
                boolean isFirst = bad < 0 || finding == Finding.FROM_BEHIND;
                bad = isFirst && isBad(statement.get(i)) ? i : bad;
            }
            if (bad >= 0 && finding != Finding.AT_THE_END) {
                return bad;
            }
            for (int i = start; i < end; i++) {
                if (isWrongBehind(ids, statement.get(i))) {
                    return i;
                }
                ids.add(statement.get(i).get(0));
            }
            if (bad >= 0) {
                return bad;
            }
        }
        return -1;
    }

    /** Rows of which some are special, often because of the special one before. */
    private static List<Object[]> rows(Random random, int count, int oneSpecialIn) {
        List<Object[]> rows = new ArrayList<>();
        long special = 0;
        for (int i = 0; i < count; i++) {
            long other = random.nextBoolean() ? special : Math.max(0, i - 1 - random.nextInt(60));
            int kind = random.nextInt(6 * oneSpecialIn);
            special = kind < 6 ? i : special;
            rows.add(
                    switch (kind) {
                        case 0, 1 -> new Object[] {(long) i, "bad"};
                        case 2 -> new Object[] {other, "name"};
                        case 3 -> new Object[] {(long) i, "behind " + other};
                        case 4 -> new Object[] {(long) i, "without " + other};
                        case 5 -> new Object[] {(long) i, "behind " + (i + 3)};
                        default -> new Object[] {(long) i, "name"};
                    });
        }
        return rows;
    }

    @Property(tries = 300)
    void asIfEachRowWereInsertedByItself(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 900) int count,
            @ForAll @IntRange(min = 1, max = 60) int oneSpecialIn,
            @ForAll Finding finding,
            @ForAll Naming naming,
            @ForAll boolean slowToBegin,
            @ForAll boolean largeStatements)
            throws Exception {
        List<Object[]> rows = rows(new Random(seed), count, oneSpecialIn);
        List<List<Object>> expected = new ArrayList<>();
        List<Long> wrong = new ArrayList<>();
        Set<Object> ids = new HashSet<>();
        for (int i = 0; i < count; i++) {
            List<Object> row = List.of(rows.get(i));
            if (isBad(row) || isWrongBehind(ids, row)) {
                wrong.add((long) i);
            } else {
                ids.add(row.get(0));
                expected.add(row);
            }
        }
        StubDatabase database = new StubDatabase();
        StubProvider provider = StubProvider.ofPeople();
        provider.beginningRows = slowToBegin ? 1_500 : 0;
        provider.batchRows = largeStatements ? 2_000 : 70;
        Random coin = new Random(seed);
        provider.check = (stored, statement) -> {
            provider.namesRefused = naming == Naming.ALWAYS || (naming == Naming.SOMETIMES && coin.nextBoolean());
            return refused(finding, stored, statement);
        };
        List<Long> rejected = new ArrayList<>();

        LoadResult result = BulkInserter.forConnection(database.connect().jdbc())
                .using(provider)
                .into("people")
                .onError(ErrorPolicy.rejectUpTo(count, row -> rejected.add(row.index())))
                .insert(rows);

        assertThat(rejected).isEqualTo(wrong);
        assertThat(database.rows()).isEqualTo(expected);
        assertThat(result.rowsRejected()).isEqualTo(wrong.size());
        assertThat(result.rowsWritten()).isEqualTo(expected.size());
    }
}
