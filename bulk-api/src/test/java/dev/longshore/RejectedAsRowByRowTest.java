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
import java.util.stream.IntStream;
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
        FROM_BEHIND
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
        int size = finding == Finding.IN_ORDER ? 1 : finding == Finding.BY_BUFFER ? BUFFER : statement.size();
        for (int start = 0; start < statement.size(); start += size) {
            int end = Math.min(statement.size(), start + size);
            int bad = -1;
            for (int i = start; i < end; i++) {
                boolean isFirst = bad < 0 || finding == Finding.FROM_BEHIND;
                bad = isFirst && isBad(statement.get(i)) ? i : bad;
            }
            if (bad >= 0) {
                return bad;
            }
            for (int i = start; i < end; i++) {
                if (isWrongBehind(ids, statement.get(i))) {
                    return i;
                }
                ids.add(statement.get(i).get(0));
            }
        }
        return -1;
    }

    private static List<Object[]> rows(Random random, int count, int oneWrongIn) {
        return IntStream.range(0, count)
                .mapToObj(i -> {
                    long other = Math.max(0, i - 1 - random.nextInt(60));
                    Object[] good = {(long) i, "name"};
                    return switch (random.nextInt(4 * oneWrongIn)) {
                        case 0 -> new Object[] {(long) i, "bad"};
                        case 1 -> new Object[] {other, "name"};
                        case 2 -> new Object[] {(long) i, "behind " + other};
                        case 3 -> new Object[] {(long) i, "without " + other};
                        case 4, 5 -> new Object[] {(long) i, "behind " + (i + 3)};
                        default -> good;
                    };
                })
                .toList();
    }

    @Property(tries = 100)
    void asIfEachRowWereInsertedByItself(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 900) int count,
            @ForAll @IntRange(min = 1, max = 60) int oneWrongIn,
            @ForAll Finding finding,
            @ForAll boolean named,
            @ForAll boolean slowToBegin,
            @ForAll boolean largeStatements)
            throws Exception {
        List<Object[]> rows = rows(new Random(seed), count, oneWrongIn);
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
        provider.namesRefused = named;
        provider.beginningRows = slowToBegin ? 1_500 : 0;
        provider.batchRows = largeStatements ? 2_000 : 70;
        provider.check = (stored, statement) -> refused(finding, stored, statement);
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
