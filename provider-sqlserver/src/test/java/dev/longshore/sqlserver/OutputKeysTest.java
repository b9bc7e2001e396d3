package dev.longshore.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.longshore.BulkInserter;
import dev.longshore.LoadPlan;
import dev.longshore.ReturnedRow;
import dev.longshore.tds.TdsTable;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is sent so that keys come back. Whether they are right is shown by the contract, on a server. */
@DisplayName("Keys of SQL Server")
final class OutputKeysTest extends WireTest {
    private static final TdsTable NUMBERED =
            TdsTable.of("t", column("id", "int").asIdentity(), column("name", "nvarchar(10)"), column("at", "date"));

    /** The batch that a load of rows sends. The endpoint gives nothing back, so that the load fails. */
    private String batch(BulkInserter inserter, List<Object[]> rows) {
        endpoint().answer("declare @k", List.of());
        failureOf(() -> inserter.insertReturningKeys(rows, ReturnedRow.class));
        assertThat(endpoint().rows("t")).isEmpty();
        return endpoint().statements().stream()
                .filter(sql -> sql.startsWith("declare @k"))
                .findFirst()
                .orElseThrow()
                .replaceAll("(?<=\\() (?=@P)|(?<= ) (?=@P)|(?<=@P\\d) (?=[,)])", "");
    }

    @Test
    @DisplayName("rows go in one statement in the order of their ordinals, and what they got is sorted by the identity")
    void ordered() {
        endpoint().add(NUMBERED);

        assertThat(batch(into("t").columns("name"), each("a", "b")))
                .isEqualTo(
                        "declare @k table (o int, i decimal(38, 0), c0 int); insert into [dbo].[t] ([name]) output 0,"
                                + " inserted.[id], inserted.[id] into @k select v.c0 from (values (0, @P0), (1, @P1)) as v (o, c0)"
                                + " order by v.o; select coalesce(cast(sign(ident_incr(N'[dbo].[t]')) as int), 0) as longshore_row,"
                                + " 1, k.c0 from @k k order by case when ident_incr(N'[dbo].[t]') < 0 then -k.i else k.i end");
    }

    @Test
    @DisplayName("Babelfish gets the order within the rows' source, since it reads none after OUTPUT")
    void orderedOnBabelfish() {
        endpoint().actAsBabelfish();
        endpoint().add(NUMBERED);

        assertThat(batch(into("t").columns("name", "at"), rowsOf(row("a", "2024-02-29"))))
                .contains(
                        " into @k select v.c0, v.c1 from (select v.c0, v.c1 from (values (0, @P0, cast(@P1 as date))) as v"
                                + " (o, c0, c1) order by v.o offset 0 rows) as v; select ");
    }

    @Test
    @DisplayName("without an identity column each row is a statement with its ordinal as a constant")
    void single() {
        endpoint()
                .add(TdsTable.of(
                                "t",
                                column("id", "uniqueidentifier").notNull().withDefault(),
                                column("name", "varchar(10)"))
                        .clusteredBy("id"));

        assertThat(batch(into("t").columns("name").returning("id", "name"), each("a", "b")))
                .isEqualTo("declare @k table (o int, c0 uniqueidentifier, c1 varchar(10) collate"
                        + " SQL_Latin1_General_CP1_CI_AS); insert into [dbo].[t] ([name]) output 0, inserted.[id],"
                        + " inserted.[name] into @k values (@P0); insert into [dbo].[t] ([name]) output 1, inserted.[id],"
                        + " inserted.[name] into @k values (@P1); select k.o as longshore_row, 1, k.c0, k.c1 from @k k"
                        + " order by k.o");
    }

    @Test
    @DisplayName("where a trigger fires, all but the identity is read from the table again, by its primary key")
    void lookedUp() {
        TdsTable plain = TdsTable.of("t", column("id", "int").asIdentity(), column("name", "nvarchar(10)"));
        endpoint().add(plain.clusteredBy("id").triggers("upper", null));

        assertThat(batch(into("t").columns("name").returning("id", "name"), each("a")))
                .contains("declare @k table (o int, i decimal(38, 0), c0 int); ")
                .contains(" output 0, inserted.[id], inserted.[id] into @k select ")
                .contains(
                        " as longshore_row, case when t.[id] is null then 0 else 1 end, t.[id], t.[name] from @k k left"
                                + " join [dbo].[t] t on t.[id] = k.c0 order by ");

        endpoint().forget();
        assertThat(batch(into("t").columns("name").returning("id"), each("a"))).contains(" 1, k.c0 from @k k order");

        endpoint().add(plain.triggers("upper", null));
        assertThat(failureOf(() -> into("t")
                                .columns("name")
                                .returning("id", "name")
                                .insertReturningKeys(each("a"), ReturnedRow.class))
                        .reason())
                .isEqualTo(
                        "no keys can come back: the trigger upper may change what is stored, and the table has no primary key"
                                + " to look its rows up by");
    }

    @Test
    @DisplayName("a row of nothing but its number is an INSERT of default values")
    void defaults() {
        record Numbered(int id) {}
        endpoint().add(TdsTable.of("t", column("id", "bigint").asIdentity()));
        endpoint().answer("declare @k", List.of());

        failureOf(() -> into("t").insertReturningKeys(List.of(new Numbered(0))));

        assertThat(endpoint().statements())
                .anySatisfy(sql -> assertThat(sql)
                        .startsWith(
                                "declare @k table (o int, i decimal(38, 0), c0 bigint); insert into [dbo].[t] output 0,"
                                        + " inserted.[id], inserted.[id] into @k default values; select "));
    }

    @Test
    @DisplayName("names with brackets and apostrophes are quoted, in a text too")
    void oddNames() {
        endpoint().add(TdsTable.of("O'B]n", column("i]d", "int").asIdentity(), column("n'o", "int")));
        endpoint().answer("declare @k", List.of());

        failureOf(() -> into("[O'B]]n]").columns("n'o").insertReturningKeys(each(1)));

        assertThat(endpoint().statements())
                .anySatisfy(sql -> assertThat(sql)
                        .contains(
                                "insert into [dbo].[O'B]]n] ([n'o]) output 0, inserted.[i]]d], inserted.[i]]d] into @k")
                        .contains("ident_incr(N'[dbo].[O''B]]n]')"));
    }

    @Test
    @DisplayName("the plan says how keys come back and why not by bulk copy")
    void explained() throws Exception {
        endpoint().add(NUMBERED);
        LoadPlan plan = into("t").columns("name").returning("id").explain(Object[].class);
        assertThat(plan.path()).isEqualTo("insert-values");
        assertThat(plan.refusedPaths().get(0).reason()).isEqualTo("keys come back by INSERT with OUTPUT only");
        assertThat(plan.notes())
                .contains("up to 1000 rows a statement, whose identity values come back in the order of the rows");

        endpoint().add(NUMBERED.skipping("ix"));
        assertThat(into("t")
                        .columns("name")
                        .returning("id")
                        .explain(Object[].class)
                        .notes())
                .contains("a statement for each row, up to 100 in a batch, since the index ix leaves duplicates out");

        assertThat(failureOf(() -> copyInto("t").columns("name").insertReturningKeys(each("a")))
                        .reason())
                .isEqualTo("the option sqlserver.path can't be kept: keys come back by the path insert-values only");

        endpoint().add(NUMBERED.triggers(null, "instead"));
        assertThat(failureOf(() -> into("t").columns("name").insertReturningKeys(each("a")))
                        .reason())
                .isEqualTo("no keys can come back: the trigger instead replaces the INSERT");
        endpoint().add(NUMBERED.asView());
        assertThat(failureOf(() -> into("t").columns("name").insertReturningKeys(each("a")))
                        .reason())
                .isEqualTo("no keys can come back: the table is a view");
    }
}
