package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadOption;
import dev.longshore.LoadOptions;
import dev.longshore.LoadPhase;
import dev.longshore.ReturnedRow;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.Identifier;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.TargetTable;
import dev.longshore.spi.support.NameMatcher;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds a mapping against the live table and collects every problem, so that all are reported at once. One per load. */
final class Preflight {
    private static final Set<LoadOption<?>> COMMON_OPTIONS =
            Set.of(LoadOptions.UNSTORABLE_TEXT, LoadOptions.JSON_WRITER, LoadOptions.MASK_VALUES);

    private final BulkProvider provider;
    private final LoadSettings settings;
    private final TargetTable table;
    private final Mapping<?> mapping;
    private final List<Problem> problems = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    private record Problem(@Nullable String column, String reason) {
        @Override
        public String toString() {
            return column == null ? reason : "column " + column + ": " + reason;
        }
    }

    Preflight(BulkProvider provider, LoadSettings settings, TargetTable table, Mapping<?> mapping) {
        this.provider = provider;
        this.settings = settings;
        this.table = table;
        this.mapping = mapping;
    }

    /** Finds the table's column for each column of the mapping. */
    List<BoundColumn> bind() {
        List<String> names = new ArrayList<>(table.columns().size());
        for (TargetColumn column : table.columns()) {
            names.add(column.name());
        }
        Map<String, String> takenBy = new HashMap<>();
        List<BoundColumn> bound = new ArrayList<>();
        for (MappedColumn<?> source : mapping.columns(table)) {
            String asked = source.name().text();
            List<String> found = NameMatcher.find(source.name(), names, provider.dialect());
            if (found.isEmpty()) {
                problem(asked, "there is no such column; the table has " + listed(names));
            } else if (found.size() > 1) {
                problem(
                        asked,
                        "the name fits several columns: " + listed(found) + "; name the one by @BulkColumn or"
                                + " in a RowMapping");
            } else {
                TargetColumn target = table.columns().get(names.indexOf(found.get(0)));
                String earlier = takenBy.putIfAbsent(target.name(), asked);
                if (earlier != null) {
                    problem(target.name(), "it is written twice, by " + earlier + " and by " + asked);
                } else if (!target.generated()) {
                    bound.add(new BoundColumn(source, target));
                } else if (mapping.derived()) {
                    notes.add("column " + target.name() + " is generated and left out");
                } else {
                    problem(target.name(), "the database computes it, so that no value can be stored; leave it out");
                }
            }
        }
        checkLeftOut(takenBy);
        checkOptions();
        return bound;
    }

    /** Checks the declared types, once the request that a provider wants to see is there. */
    void checkTypes(List<BoundColumn> bound, EngineRequest request) {
        for (BoundColumn column : bound) {
            Class<?> javaType = column.source().javaType();
            String refusal = provider.refusal(request, column.target(), javaType);
            if (refusal != null && !JsonRule.applies(column.target(), settings, javaType)) {
                problem(column.target().name(), refusal);
            }
        }
        if (bound.isEmpty() && problems.isEmpty()) {
            problems.add(new Problem(null, "no column is left to be written"));
        }
    }

    /** Finds the columns whose values are to come back as keys of a class. */
    List<TargetColumn> returned(Class<?> keyType, List<TargetColumn> written) {
        List<TargetColumn> returned = settings.returning().isEmpty() ? keyColumns(keyType, written) : named();
        if (keyType == ReturnedRow.class) {
            return returned;
        }
        if (returned.size() > 1) {
            problems.add(new Problem(
                    null,
                    "several columns come back: " + listed(names(returned))
                            + "; ask for ReturnedRow.class, or for one column by returning(\"…\")"));
            return List.of();
        }
        for (TargetColumn column : returned) {
            if (!KeyTypes.fits(column.kind(), keyType)) {
                problem(
                        column.name(),
                        "its values, of type " + column.typeName() + ", give no keys of " + keyType.getName());
            }
        }
        return returned;
    }

    private List<TargetColumn> named() {
        List<TargetColumn> returned = new ArrayList<>();
        for (String name : settings.returning()) {
            Identifier asked = new Identifier(name, Identifier.Match.CASE_RULE);
            List<String> found = NameMatcher.find(asked, names(table.columns()), provider.dialect());
            if (found.size() == 1) {
                returned.add(column(found.get(0)));
            } else if (found.isEmpty()) {
                problem(name, "there is no such column to give back; the table has " + listed(names(table.columns())));
            } else {
                problem(name, "the name fits several columns: " + listed(found));
            }
        }
        return returned;
    }

    /** The primary key; where one column of it is asked for, the one that the database numbers. */
    private List<TargetColumn> keyColumns(Class<?> keyType, List<TargetColumn> written) {
        List<TargetColumn> keys = table.keyColumns();
        if (keys.size() > 1 && keyType != ReturnedRow.class) {
            List<TargetColumn> numbered = keys.stream()
                    .filter(column -> column.numbering() != Numbering.NONE)
                    .toList();
            keys = numbered.size() == 1 ? numbered : keys;
        }
        if (keys.isEmpty()) {
            problems.add(new Problem(
                    null,
                    "the table has no primary key and no column that the database numbers; name what is to come back"
                            + " by returning(\"…\")"));
        } else if (keys.stream().noneMatch(column -> isMade(column, written))) {
            problems.add(new Problem(
                    null,
                    "the database makes no key: the rows bring all of " + listed(names(keys))
                            + "; name what is to come back all the same by returning(\"…\")"));
        }
        return keys;
    }

    private static boolean isMade(TargetColumn column, List<TargetColumn> written) {
        return column.numbering() != Numbering.NONE || column.generated() || !written.contains(column);
    }

    private TargetColumn column(String name) {
        return table.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> names(List<TargetColumn> columns) {
        return columns.stream().map(TargetColumn::name).toList();
    }

    /** Asks the provider whether keys can come back, where nothing else stands against the load. */
    void checkKeys(EngineRequest request) throws SQLException {
        String refusal = problems.isEmpty() ? provider.keyRefusal(request) : null;
        if (refusal != null) {
            problems.add(new Problem(null, "no keys can come back: " + refusal));
        }
    }

    /** Checks whether the load can go in batches as the caller wants it. */
    void checkBatches(LoadTransaction transaction, boolean returnsKeys) throws SQLException {
        if (settings.commitEvery() > 0 && transaction.joinsCallers()) {
            problems.add(new Problem(
                    null,
                    "commitEvery() commits, but the connection is in a transaction of the caller's; switch autocommit on or"
                            + " load by forDataSource(…)"));
        }
        if (!table.transactional() && (settings.errorPolicy().rejects() || settings.commitEvery() > 0)) {
            problems.add(new Problem(
                    null,
                    "the table has no transactions, so what was written can't be undone: no row can be rejected, and no batch"
                            + " committed by itself"));
        } else if (settings.errorPolicy().rejects() && !transaction.canMark()) {
            problems.add(new Problem(
                    null, "rows can't be rejected without savepoints, which the driver or savepoint(NEVER) excludes"));
        }
        if (settings.commitEvery() == 0 && (settings.retry() != null || settings.ledger() != null)) {
            problems.add(new Problem(
                    null,
                    (settings.retry() != null ? "retry(…)" : "ledger(…)")
                            + " is about batches that are committed one by one; add commitEvery(…)"));
        }
        if (settings.ledger() != null && settings.resumeFrom() > 0) {
            problems.add(new Problem(null, "the ledger tells where to go on; leave resumeFrom(…) out"));
        }
        if (returnsKeys) {
            problems.add(
                    new Problem(
                            null,
                            "keys can't come back from a load with onError(…), commitEvery(…) or resumeFrom(…); leave one of them out"));
        }
    }

    private void checkLeftOut(Map<String, String> takenBy) {
        for (TargetColumn column : table.columns()) {
            boolean needed = !column.nullable()
                    && !column.hasDefault()
                    && !column.generated()
                    && column.numbering() == Numbering.NONE;
            if (needed && !takenBy.containsKey(column.name())) {
                problem(column.name(), "the rows bring no value for it, but it is NOT NULL and has no default");
            }
        }
    }

    private void checkOptions() {
        List<LoadOption<?>> known = provider.options();
        for (LoadOption<?> option : settings.options().keySet()) {
            if (!COMMON_OPTIONS.contains(option) && !known.contains(option)) {
                problems.add(new Problem(
                        null,
                        "the option " + option.name() + " is not one of the provider "
                                + provider.name()
                                + known.stream()
                                        .map(LoadOption::name)
                                        .collect(Collectors.joining(", ", ", which has ", ""))));
            }
        }
    }

    private void problem(String column, String reason) {
        problems.add(new Problem(column, reason));
    }

    List<String> notes() {
        return notes;
    }

    /** Throws if there is any problem, naming all. */
    void report() throws BulkLoadException {
        if (problems.isEmpty()) {
            return;
        }
        String shown = table.name().toString();
        if (problems.size() == 1) {
            Problem only = problems.get(0);
            throw BulkLoadException.in(LoadPhase.PREFLIGHT, only.reason())
                    .table(shown)
                    .column(only.column())
                    .build();
        }
        StringBuilder all = new StringBuilder().append(problems.size()).append(" problems before the first row");
        problems.forEach(problem -> all.append("\n  - ").append(problem));
        throw BulkLoadException.in(LoadPhase.PREFLIGHT, all.toString())
                .table(shown)
                .build();
    }

    private static String listed(List<String> names) {
        int most = 30;
        String list = names.stream().limit(most).collect(Collectors.joining(", "));
        return names.size() > most ? list + " and " + (names.size() - most) + " more" : list;
    }
}
