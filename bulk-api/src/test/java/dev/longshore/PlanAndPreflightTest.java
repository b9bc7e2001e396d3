package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import dev.longshore.spi.ColumnKind;
import dev.longshore.spi.Numbering;
import dev.longshore.spi.ProviderMatch;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanAndPreflightTest {
    private static final StageTimes NO_STAGES =
            new StageTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO);

    private static final LoadOption<String> FOREIGN = LoadOption.of("other.mode", String.class);

    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();

    record Person(long id, String name) {}

    private BulkInserter inserter(StubProvider provider) {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private static BulkLoadException refused(BulkInserter inserter, Class<?> type) {
        return catchThrowableOfType(BulkLoadException.class, () -> inserter.explain(type));
    }

    @Test
    void aPlanIsAPageForPeople() throws Exception {
        StubProvider provider = new StubProvider(
                StubProvider.column("id", "bigint", ColumnKind.INTEGER, false),
                StubProvider.column("NAME", "varchar(20)", ColumnKind.TEXT, true));
        provider.shortRows = 20;
        provider.match = ProviderMatch.yesBut("an unknown relative of Stub");
        provider.tableNotes = List.of("the trigger audit fires for each row");
        provider.pathNotes = List.of("batches of 100 rows");
        provider.refusedPaths = List.of(new RefusedPath("copy", "a trigger fires"));

        LoadPlan plan = inserter(provider).explain(Person.class);

        assertThat(plan).hasToString("""
                        load into people (Stub 1.0)
                          path         bulk
                          short loads  up to 20 rows: single in one statement
                          not taken    copy: a trigger fires
                          transaction  its own, all or nothing; a short load is one statement under autocommit
                          column       id bigint from id (long)
                          column       NAME varchar(20) from name (String)
                          note         an unknown relative of Stub
                          note         the trigger audit fires for each row
                          note         batches of 100 rows
                        """);
        assertThat(plan.provider()).isEqualTo("stub");
        assertThat(connection.calls()).isEmpty();
    }

    @Test
    void aPlanSaysWhatAMappingLeavesOpen() throws Exception {
        RowMapping<Person> mapping =
                RowMapping.of(Person.class).column("id", Person::id).build();

        LoadPlan plan = inserter(StubProvider.ofPeople()).explain(mapping);

        assertThat(plan).hasToString("""
                        load into people (Stub 1.0)
                          path         bulk
                          transaction  its own, all or nothing; a short load is one statement under autocommit
                          column       id bigint from id
                        """);
    }

    @Test
    void generatedColumnsOfADerivedMappingAreLeftOutWithANote() throws Exception {
        StubProvider provider = new StubProvider(StubProvider.generated("id"), StubProvider.nullable("name"));

        LoadPlan plan = inserter(provider).explain(Person.class);

        assertThat(plan.columns()).extracting(LoadPlan.Column::column).containsExactly("name");
        assertThat(plan.notes()).containsExactly("column id is generated and left out");
    }

    @Test
    void generatedColumnsThatAreNamedAreRefused() {
        StubProvider provider = new StubProvider(StubProvider.generated("id"), StubProvider.nullable("name"));

        assertThat(refused(inserter(provider).columns("id"), Person.class).getMessage())
                .isEqualTo("load into people failed at column id: the database computes it, so that no value can be"
                        + " stored; leave it out");
    }

    @Test
    void allProblemsAreReportedAtOnce() {
        StubProvider provider = new StubProvider(
                StubProvider.column("ID", "bigint", ColumnKind.INTEGER, false),
                StubProvider.column("id_", "bigint", ColumnKind.INTEGER, true),
                StubProvider.column("name", "bytea", ColumnKind.BYTES, true),
                StubProvider.column("needed", "text", ColumnKind.TEXT, false),
                StubProvider.numbered("numbered", Numbering.BY_DEFAULT));
        provider.refusedTypes = Map.of(String.class, "text can't be stored in bytea");
        record Wide(long i_d, String name, String Name, int extra) {}

        BulkLoadException e = refused(inserter(provider).option(FOREIGN, "x"), Wide.class);

        assertThat(e.getMessage()).isEqualTo("""
                        load into people failed: 7 problems before the first row
                          - column i_d: the name fits several columns: ID, id_; name the one by @BulkColumn or in a RowMapping
                          - column name: it is written twice, by name and by Name
                          - column extra: there is no such column; the table has ID, id_, name, needed, numbered
                          - column ID: the rows bring no value for it, but it is NOT NULL and has no default
                          - column needed: the rows bring no value for it, but it is NOT NULL and has no default
                          - the option other.mode is not one of the provider stub, which has stub.lock
                          - column name: text can't be stored in bytea""");
        assertThat(e.phase()).isEqualTo(LoadPhase.PREFLIGHT);
        assertThat(e.column()).isNull();
        assertThat(e.transactionState()).isEqualTo(TransactionState.INTACT);
        assertThat(connection.calls()).isEmpty();
    }

    @Test
    void aSingleProblemNamesItsColumn() {
        StubProvider provider = StubProvider.ofPeople();
        provider.refusedTypes = Map.of(String.class, "give a zone");

        BulkLoadException e = refused(inserter(provider), Person.class);

        assertThat(e.getMessage()).isEqualTo("load into people failed at column name: give a zone");
        assertThat(e.column()).isEqualTo("name");
        assertThat(e.reason()).isEqualTo("give a zone");
    }

    @Test
    void aWideTableIsNotListedWhole() {
        StubProvider provider = new StubProvider(IntStream.range(0, 40)
                .mapToObj(i -> StubProvider.nullable("c" + i))
                .toArray(dev.longshore.spi.TargetColumn[]::new));

        assertThat(refused(inserter(provider).columns("nope"), Object[].class).getMessage())
                .startsWith("load into people failed at column nope: there is no such column; the table has c0, c1,")
                .endsWith(", c29 and 10 more");
    }

    @Test
    void aTableThatTakesNothingIsRefused() {
        StubProvider provider = new StubProvider(StubProvider.generated("id"), StubProvider.generated("name"));

        assertThat(refused(inserter(provider), Person.class).getMessage())
                .isEqualTo("load into people failed: no column is left to be written");
    }

    @Test
    void whatIsKnownOnlyByTheFirstRowCanNotBeExplained() {
        assertThat(refused(inserter(StubProvider.ofPeople()), Map.class).getMessage())
                .isEqualTo(
                        "load into people failed: the columns of maps are not known before the first row; name them by"
                                + " columns(\"…\")");
    }

    @Test
    void settingsReachTheProvider() throws Exception {
        StubProvider provider = StubProvider.ofPeople();

        inserter(provider)
                .batchRows(7)
                .zone(ZoneOffset.UTC)
                .keepIdentity()
                .option(StubProvider.LOCK, true)
                .insert(List.of(new Person(1, "a")));

        assertThat(provider.request.batchRows()).isEqualTo(7);
        assertThat(provider.request.zone()).isEqualTo(ZoneOffset.UTC);
        assertThat(provider.request.keepIdentity()).isTrue();
        assertThat(provider.request.option(StubProvider.LOCK)).isTrue();
        assertThat(provider.request.option(LoadOptions.UNSTORABLE_TEXT)).isEqualTo(UnstorableText.REFUSE);
        assertThat(provider.request.option(FOREIGN)).isNull();
        assertThat(provider.request.columns()).hasSize(2);
        assertThat(provider.request.table().sqlName()).isEqualTo("\"people\"");
    }

    @Test
    void aSettingMakesANewInserter() throws Exception {
        StubProvider provider = StubProvider.ofPeople();
        BulkInserter base = inserter(provider);
        assertThat(base.batchRows(5)).isNotSameAs(base);

        base.insert(List.of(new Person(1, "a")));

        assertThat(provider.request.batchRows()).isZero();
    }

    @Test
    void settingsAreReusedOverAnotherConnection() throws Exception {
        StubDatabase elsewhere = new StubDatabase();

        inserter(StubProvider.ofPeople())
                .withConnection(elsewhere.connect().jdbc())
                .insert(List.of(new Person(1, "a")));

        assertThat(database.rows()).isEmpty();
        assertThat(elsewhere.rows()).containsExactly(row(1L, "a"));
    }

    @Test
    void oneInserterServesManyThreads() throws Exception {
        var dataSource = new dev.longshore.internal.StubDataSource(database);
        BulkInserter shared = BulkInserter.forDataSource(dataSource)
                .using(StubProvider.ofPeople())
                .into("people")
                .timeout(Duration.ofMinutes(1));
        List<LoadingThread> loads = IntStream.range(0, 8)
                .mapToObj(i -> LoadingThread.of(() -> shared.insert(IntStream.range(0, 500)
                        .mapToObj(n -> new Person(n, "t" + i))
                        .toList())))
                .toList();

        for (LoadingThread load : loads) {
            assertThat(load.result().rowsWritten()).isEqualTo(500);
        }
        assertThat(database.rows()).hasSize(4000);
        assertThat(dataSource.opened()).hasSize(8).allMatch(StubConnection::isClosed);
    }

    @Test
    void wrongSettingsAreRefusedAtOnce() {
        BulkInserter inserter = inserter(StubProvider.ofPeople());
        assertThatThrownBy(() -> inserter.batchRows(0)).hasMessage("batchRows must be positive, not 0");
        assertThatThrownBy(() -> inserter.timeout(Duration.ZERO)).hasMessage("timeout must be positive, not PT0S");
        assertThatThrownBy(inserter::columns).hasMessage("columns() needs at least one name");
        assertThatThrownBy(() -> inserter.insert((Iterable<?>) null)).hasMessage("rows");
        assertThatThrownBy(() -> inserter.into((String) null)).hasMessage("table");
        assertThatThrownBy(() -> inserter.zone(null)).hasMessage("zone");
        assertThatThrownBy(() -> BulkInserter.forConnection(null)).hasMessage("connection");
        assertThatThrownBy(() -> BulkInserter.forDataSource(null)).hasMessage("dataSource");
    }

    @Test
    void nullsAreNamedEverywhere() {
        BulkInserter inserter = inserter(StubProvider.ofPeople());
        assertThatThrownBy(() -> inserter.timeout(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("timeout");
        assertThatThrownBy(() -> inserter.insert((Class<Person>) null, List.of()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");
        assertThatThrownBy(() -> inserter.insert((RowMapping<Person>) null, List.of()))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("mapping");
        assertThatThrownBy(() -> inserter.open((Class<Person>) null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("type");
    }

    @Test
    void aResultIsALineForALog() {
        LoadResult result = new LoadResult(
                5,
                1,
                1,
                0,
                3,
                1,
                "bulk",
                List.of(new LoadWarning(LoadWarning.Code.SERVER, 1, "truncated")),
                Duration.ofMillis(12),
                NO_STAGES);

        assertThat(result).hasToString("1 row written by bulk in 12 ms, 3 skipped, 1 rejected; truncated");
        assertThat(new LoadResult(2, 2, 2, 0, 0, 0, "bulk", List.of(), Duration.ofMillis(1), NO_STAGES))
                .hasToString("2 rows written by bulk in 1 ms");
    }

    @Test
    void stagesAddUpToTheWhole() throws Exception {
        StubProvider provider = StubProvider.ofPeople();
        provider.batchMillis = 100;
        provider.batchRows = 50;
        provider.inDescribe = used -> pause(100);
        connection.commitMillis = 100;

        LoadResult result = inserter(provider)
                .insert(IntStream.range(0, 100)
                        .mapToObj(i -> slowly(new Person(i, "a")))
                        .iterator());

        StageTimes stages = result.stages();
        assertThat(stages.metadata()).isBetween(Duration.ofMillis(90), Duration.ofSeconds(2));
        assertThat(stages.send()).isBetween(Duration.ofMillis(190), Duration.ofSeconds(2));
        assertThat(stages.commit()).isBetween(Duration.ofMillis(90), Duration.ofSeconds(2));
        assertThat(stages.source()).isBetween(Duration.ofMillis(150), Duration.ofSeconds(2));
        assertThat(result.elapsed().minus(sum(stages))).isLessThan(Duration.ofMillis(90));
    }

    @Test
    void stagesOfAStreamAddUpToo() throws Exception {
        LoadResult result = inserter(StubProvider.ofPeople())
                .insert(IntStream.range(0, 100).mapToObj(i -> slowly(new Person(i, "a"))));

        assertThat(result.elapsed().minus(sum(result.stages()))).isLessThan(Duration.ofMillis(90));
    }

    @Test
    void stagesOfASlowFirstRowAddUpToo() throws Exception {
        LoadResult result = inserter(StubProvider.ofPeople())
                .insert(IntStream.range(0, 1)
                        .mapToObj(i -> {
                            pause(200);
                            return new Person(i, "a");
                        })
                        .iterator());

        assertThat(result.stages().source()).isGreaterThan(Duration.ofMillis(100));
    }

    private static Duration sum(StageTimes stages) {
        return stages.metadata()
                .plus(stages.source())
                .plus(stages.mapping())
                .plus(stages.send())
                .plus(stages.commit());
    }

    private static Person slowly(Person person) {
        pause(2);
        return person;
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void tableNamesHaveOneToThreeParts() {
        assertThat(TableName.of("sales", "order.lines")).hasToString("sales.order.lines");
        assertThat(TableName.of("sales", "orders").table()).isEqualTo("orders");
        assertThatThrownBy(TableName::of).hasMessage("a table name has one to three parts, not 0");
        assertThatThrownBy(() -> TableName.of("a", "b", "c", "d"))
                .hasMessage("a table name has one to three parts, not 4");
        assertThatThrownBy(() -> TableName.of("a", "")).hasMessage("a part of the table name [a, ] is empty");
    }

    @Test
    void anExceptionSaysWhatWhereWhyAndWhatToDo() {
        BulkLoadException e = BulkLoadException.in(LoadPhase.MAPPING, "300 is out of range 0 to 255")
                .table("t")
                .row(3)
                .column("c")
                .hint("Use smallint")
                .sqlState("22003")
                .state(TransactionState.ROLLBACK_REQUIRED)
                .build();
        e.addSuppressed(new IllegalStateException("later"));

        BulkLoadException copy = e.toBuilder().build();

        assertThat(copy.getMessage())
                .isEqualTo("load into t failed at row 3, column c: 300 is out of range 0 to 255. Use smallint");
        assertThat(copy.hint()).isEqualTo("Use smallint");
        assertThat(copy.getSQLState()).isEqualTo("22003");
        assertThat(copy.transactionState()).isEqualTo(TransactionState.ROLLBACK_REQUIRED);
        assertThat(copy.getSuppressed()).hasSize(1);
        assertThat(copy.rowIndex()).isEqualTo(3);
    }

    @Test
    void optionsAreKeysByIdentity() {
        LoadOption<Boolean> again = LoadOption.of("stub.lock", Boolean.class, false);
        assertThat(again).isNotEqualTo(StubProvider.LOCK).hasToString("stub.lock");
        assertThat(again.name()).isEqualTo("stub.lock");
        assertThat(again.type()).isEqualTo(Boolean.class);
        assertThat(again.defaultValue()).isFalse();
        assertThat(FOREIGN.defaultValue()).isNull();
    }
}
