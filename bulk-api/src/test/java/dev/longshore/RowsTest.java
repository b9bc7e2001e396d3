package dev.longshore;

import static dev.longshore.internal.StubProvider.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.longshore.internal.StubConnection;
import dev.longshore.internal.StubDatabase;
import dev.longshore.internal.StubProvider;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What can be a row, and what is said where it can't. */
class RowsTest {
    private final StubDatabase database = new StubDatabase();
    private final StubConnection connection = database.connect();
    private final StubProvider provider = StubProvider.ofPeople();

    public interface Named {
        long getId();

        String getName();
    }

    public static class Bean implements Named {
        @Override
        public long getId() {
            return 1;
        }

        @Override
        public String getName() {
            return "a";
        }
    }

    /** Named as the subclasses are that frameworks generate. */
    public static class Bean$$EnhancerByFramework extends Bean {}

    record Person(long id, String name) {}

    record Animal(long id, String name) {}

    private enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "vert";
            }
        }
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc()).using(provider).into("people");
    }

    private BulkInserter ofOneColumn() {
        return inserter()
                .using(new StubProvider(StubProvider.nullable("x"), StubProvider.nullable("y")))
                .columns("x");
    }

    private static String refusal(BulkInserter inserter, Iterable<?> rows) {
        BulkLoadException e = catchThrowableOfType(BulkLoadException.class, () -> inserter.insert(rows));
        return e.getMessage();
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    @Test
    void recordsBeansArraysAndMapsAreRows() throws Exception {
        inserter().insert(List.of(new Person(1, "a")));
        inserter().insert(List.of(new Bean()));
        inserter().insert(List.<Object[]>of(new Object[] {1L, "a"}));
        inserter().insert(List.<Object[]>of(new Comparable<?>[] {1L, "a"}));
        inserter().insert(List.of(map("ID", 1L, "name", "a")));

        assertThat(database.rows()).hasSize(5).containsOnly(row(1L, "a"));
    }

    @Test
    void aTableFollowsFromTheClass() throws Exception {
        @BulkTable("people")
        record Guest(long id, String name) {}
        provider.table = "PERSON";
        BulkInserter unnamed = BulkInserter.forConnection(connection.jdbc()).using(provider);
        unnamed.insert(List.of(new Person(1, "a")));
        provider.table = "people";
        unnamed.insert(List.of(new Guest(1, "a")));
        unnamed.into(TableName.of("people")).insert(List.of(new Person(1, "a")));

        assertThat(database.rows()).hasSize(3);
        assertThat(refusal(unnamed, List.<Object[]>of(new Object[] {1L, "a"})))
                .isEqualTo("load failed: the rows do not tell the table. Name it by .into(\"…\")");
        assertThat(refusal(unnamed.into("\"a"), List.of(new Person(1, "a"))))
                .isEqualTo("load into \"a failed: the table name \"a has no closing \"");
    }

    @Test
    void listOfAnArrayGivesItsElements() {
        assertThat(refusal(inserter(), List.of(new Object[] {1, "a"})))
                .isEqualTo(
                        "load into people failed: a row is a java.lang.Integer, not a record, bean, Object[] or Map: for one row"
                                + " of several values write List.<Object[]>of(new Object[] {…}), for one column of plain"
                                + " values name it by columns(\"…\")");
    }

    @Test
    void aPathIteratesItsNames() {
        assertThat(refusal(inserter(), Path.of("some", "file")))
                .matches(
                        "load into people failed: a row is a sun\\.nio\\.fs\\.\\w+, and a Path iterates its names: give the rows"
                                + " of the file, not its path");
    }

    @Test
    void listsAreNoRows() {
        assertThat(refusal(inserter(), List.of(Arrays.asList(1, "a"))))
                .isEqualTo(
                        "load into people failed: a row is a java.util.Arrays$ArrayList, not a record, bean, Object[] or Map:"
                                + " call toArray() on each row");
    }

    @Test
    void arraysOfPrimitivesAreNoRows() {
        assertThat(refusal(inserter(), List.of(new long[] {1})))
                .isEqualTo(
                        "load into people failed: a row is a long[], an array of primitives: give an Object[] with a value for"
                                + " each column");
        assertThat(refusal(inserter(), List.of(new byte[] {1}))).contains("a row is a byte[]");
    }

    @Test
    void otherClassesOfTheJdkAreNoRows() {
        assertThat(refusal(inserter(), List.of(Optional.of(1))))
                .startsWith("load into people failed: a row is a java.util.Optional,");
        assertThat(refusal(inserter(), List.of(new Object())))
                .startsWith("load into people failed: a row is a java.lang.Object,");
    }

    private static Object proxy() {
        return Proxy.newProxyInstance(
                RowsTest.class.getClassLoader(),
                new Class<?>[] {Named.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "getId" -> 1L;
                    default -> "a";
                });
    }

    @Test
    void aDynamicProxyNeedsItsInterfaceNamed() {
        assertThat(refusal(inserter(), List.of(proxy())))
                .matches(
                        "load into people failed: a row is a \\S+, a dynamic proxy: name the interface by insert\\(Class, rows\\) or"
                                + " give a RowMapping");
    }

    @Test
    void aDynamicProxyIsReadByTheInterfaceThatIsNamed() throws Exception {
        inserter().insert(Named.class, List.of((Named) proxy()));

        assertThat(database.rows()).containsExactly(row(1L, "a"));
    }

    @Test
    void anInterfaceReadsAllThatImplementIt() throws Exception {
        inserter().insert(Named.class, List.of(new Bean(), (Named) proxy()));

        assertThat(database.rows()).hasSize(2).containsOnly(row(1L, "a"));
    }

    @Test
    void aClassThatIsNamedReadsItsSubclasses() throws Exception {
        class Special extends Bean {}

        inserter().insert(Bean.class, List.of(new Bean(), new Special()));

        assertThat(database.rows()).hasSize(2);
    }

    @Test
    void aGeneratedProxyIsReadByItsSuperclass() throws Exception {
        inserter().insert(List.of(new Bean$$EnhancerByFramework(), new Bean(), new Bean$$EnhancerByFramework()));

        assertThat(database.rows()).hasSize(3);
    }

    @Test
    void aLaterRowOfAnotherClassIsRefusedWithItsIndex() {
        assertThat(refusal(inserter(), List.of(new Person(1, "a"), new Animal(2, "b"))))
                .isEqualTo("load into people failed at row 1: the row is a dev.longshore.RowsTest$Animal, not a"
                        + " dev.longshore.RowsTest$Person");
        assertThat(refusal(inserter(), List.of(new Object[] {1L, "a"}, new Person(1, "a"))))
                .isEqualTo("load into people failed at row 1: the row is a dev.longshore.RowsTest$Person, not a"
                        + " java.lang.Object[]");
        assertThat(refusal(inserter(), List.of(map("id", 1L), new Person(1, "a"))))
                .isEqualTo("load into people failed at row 1: the row is a dev.longshore.RowsTest$Person, not a"
                        + " java.util.Map");
        assertThat(database.rows()).isEmpty();
    }

    @Test
    void mapsBringTheKeysOfTheFirst() {
        assertThat(refusal(inserter(), List.of(map("id", 1L, "name", "a"), map("id", 1L))))
                .isEqualTo("load into people failed at row 1: the row's keys are not those of the load; missing: name");
        assertThat(refusal(inserter(), List.of(map("id", 1L), map("id", 1L, "name", "a"))))
                .isEqualTo("load into people failed at row 1: the row's keys are not those of the load; not among them:"
                        + " name");
        assertThat(refusal(inserter(), List.of(map("id", 1L, "name", "a"), map("id", 1L, "nom", "a"))))
                .isEqualTo("load into people failed at row 1: the row's keys are not those of the load; missing: name;"
                        + " not among them: nom");
    }

    @Test
    void mapsBringTheColumnsThatAreNamed() throws Exception {
        inserter().columns("name", "ID").insert(List.of(map("ID", 1L, "name", "a")));

        assertThat(database.rows()).containsExactly(row("a", 1L));
        assertThat(refusal(inserter().columns("id"), List.of(map("id", 1L, "name", "a"))))
                .isEqualTo("load into people failed at row 0: the row's keys are not those of the load; not among them:"
                        + " name");
    }

    @Test
    void aNullInAMapIsNull() throws Exception {
        inserter().insert(List.of(map("id", 1L, "name", null)));

        assertThat(database.rows()).containsExactly(row(1L, null));
    }

    @Test
    void keysAreNames() {
        assertThat(refusal(inserter(), List.of(Map.of(1, "a"))))
                .isEqualTo(
                        "load into people failed: the keys of a map must be column names, but one is a java.lang.Integer");
        Map<String, Object> nullKey = new LinkedHashMap<>();
        nullKey.put(null, 1);
        assertThat(refusal(inserter(), List.of(nullKey)))
                .isEqualTo("load into people failed: the keys of a map must be column names, but one is null");
        assertThat(refusal(inserter(), List.of(Map.of())))
                .isEqualTo("load into people failed: the first row is a map without keys, so that no column is known");
    }

    @Test
    void laterKeysAreNamesToo() {
        assertThat(refusal(inserter(), List.of(map("id", 1L), Map.of(1, 1L))))
                .isEqualTo("load into people failed at row 1: the row's keys are not those of the load; missing: id;"
                        + " not among them: 1");
        assertThat(refusal(inserter(), List.of(map("id", 1L), new TreeMap<>(Map.of(1, 1L)))))
                .isEqualTo("load into people failed at row 1: the row's keys are not those of the load; missing: id;"
                        + " not among them: 1");
    }

    @Test
    void arraysHaveAValueForEachColumn() {
        assertThat(refusal(inserter(), List.of(new Object[] {1L, "a"}, new Object[] {1L})))
                .isEqualTo("load into people failed at row 1: the row has 1 value for the 2 columns id, name");
        assertThat(refusal(inserter().columns("id"), List.<Object[]>of(new Object[] {1L, "a"})))
                .isEqualTo("load into people failed at row 0: the row has 2 values for the 1 column id");
    }

    @Test
    void arraysLeaveGeneratedColumnsOut() throws Exception {
        StubProvider computed =
                new StubProvider(StubProvider.nullable("a"), StubProvider.generated("b"), StubProvider.nullable("c"));

        inserter().using(computed).insert(List.<Object[]>of(new Object[] {1L, 2L}));

        assertThat(database.rows()).containsExactly(row(1L, 2L));
    }

    @Test
    void plainValuesFillASingleColumn() throws Exception {
        ofOneColumn().insert(List.of(1L, 2L));
        ofOneColumn().insert(List.of("a"));
        ofOneColumn().insert(List.<byte[]>of(new byte[] {1}));
        ofOneColumn().insert(String.class, List.of("b"));

        assertThat(database.rows())
                .hasSize(5)
                .startsWith(row(1L), row(2L), row("a"))
                .endsWith(row("b"));
        assertThat(refusal(ofOneColumn(), List.of(1L, 2)))
                .isEqualTo("load into people failed at row 1: the row is a java.lang.Integer, not a java.lang.Long");
    }

    @Test
    void constantsOfAnEnumFillASingleColumn() throws Exception {
        ofOneColumn().insert(List.of(Colour.RED, Colour.RED));
        ofOneColumn().insert(Colour.class, List.of(Colour.RED, Colour.GREEN));
        ofOneColumn().insert(List.of(Colour.GREEN, Colour.RED));

        assertThat(database.rows()).hasSize(6);
    }

    @Test
    void aSupertypeOfPlainValuesMayBeNamed() throws Exception {
        ofOneColumn().insert(Number.class, List.<Number>of(1L, 2.5));

        assertThat(database.rows()).containsExactly(row(1L), row(2.5));
    }

    @Test
    void columnsSelectAmongTheComponents() throws Exception {
        inserter().columns("NAME", "Id").insert(List.of(new Person(1, "a")));

        assertThat(database.rows()).containsExactly(row("a", 1L));
        assertThat(refusal(inserter().columns("id", "nom"), List.of(new Person(1, "a"))))
                .isEqualTo("load into people failed: columns() names nom, which is none of [id, name]");
    }

    @Test
    void columnsThatFitSeveralComponentsAreRefused() {
        record Twins(long userId, long user_id) {}

        assertThat(refusal(inserter().columns("USER__ID"), List.of(new Twins(1, 2))))
                .isEqualTo(
                        "load into people failed: columns() names USER__ID, which is one of [userId, user_id]: it is not clear"
                                + " which");
    }

    @Test
    void aClassWithoutGettersIsNoRow() {
        class Empty {}

        assertThat(refusal(inserter(), List.of(new Empty())))
                .isEqualTo(
                        "load into people failed: dev.longshore.RowsTest$1Empty has neither record components nor getters to"
                                + " read columns from");
    }

    record Broken(long id, String name) {
        @Override
        public String name() {
            throw new IllegalStateException("no name");
        }
    }

    @Test
    void aGetterThatThrowsIsReportedWithRowAndColumn() {
        BulkLoadException e =
                catchThrowableOfType(BulkLoadException.class, () -> inserter().insert(List.of(new Broken(1, "a"))));

        assertThat(e.getMessage())
                .isEqualTo("load into people failed at row 0, column name: reading the value threw"
                        + " java.lang.IllegalStateException: no name");
        assertThat(e.phase()).isEqualTo(LoadPhase.MAPPING);
        assertThat(e.column()).isEqualTo("name");
        assertThat(e.rowIndex()).isZero();
        assertThat(e.getCause()).hasMessage("no name");
    }

    record Boxed(Long id, Bean bean) {
        String beanName() {
            return bean.getName();
        }
    }

    record Money(Long getValue) {}

    record Account(Money money) {}

    @Test
    void aNullUnderAPrimitiveColumnIsExplained() {
        RowMapping<Boxed> mapping =
                RowMapping.of(Boxed.class).longColumn("id", Boxed::id).build();

        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class, () -> inserter().insert(mapping, List.of(new Boxed(null, null))));

        assertThat(e.getMessage())
                .isEqualTo("load into people failed at row 0, column id: the value is null, but the column is mapped as"
                        + " a primitive. Map it by column(\"id\", …), which stores null as NULL");
        assertThat(e.getCause()).isInstanceOf(NullPointerException.class);
    }

    @Test
    void anotherNullPointerExceptionIsNotExplainedAway() {
        RowMapping<Account> mapping = RowMapping.of(Account.class)
                .longColumn("id", account -> account.money().getValue())
                .build();

        BulkLoadException e = catchThrowableOfType(
                BulkLoadException.class, () -> inserter().insert(mapping, List.of(new Account(null))));

        assertThat(e.reason()).startsWith("reading the value threw java.lang.NullPointerException");
    }

    @Test
    void readersAreCalledOncePerRow() throws Exception {
        int[] calls = new int[1];
        RowMapping<Person> mapping = RowMapping.of(Person.class)
                .longColumn("id", person -> {
                    calls[0]++;
                    return person.id();
                })
                .build();

        for (int shortRows : new int[] {0, 2, 3, 10}) {
            calls[0] = 0;
            provider.shortRows = shortRows;
            inserter().insert(mapping, List.of(new Person(1, "a"), new Person(2, "a"), new Person(3, "a")));
            assertThat(calls[0]).isEqualTo(3);
            inserter().insert(mapping, List.of(new Person(1, "a"), new Person(2, "a")).stream());
            assertThat(calls[0]).isEqualTo(5);
        }
    }

    @Test
    void typedReadersKeepTheirTypes() throws Exception {
        StubProvider wide = new StubProvider(
                StubProvider.nullable("l"),
                StubProvider.nullable("i"),
                StubProvider.nullable("d"),
                StubProvider.nullable("b"),
                StubProvider.nullable("o"),
                StubProvider.nullable("s"),
                StubProvider.nullable("n"),
                StubProvider.nullable("q"));
        RowMapping<Person> mapping = RowMapping.of(Person.class)
                .longColumn("l", Person::id)
                .intColumn("i", person -> 2)
                .doubleColumn("d", person -> 2.5)
                .booleanColumn("b", person -> true)
                .column("o", person -> null)
                .column("s", String.class, Person::name)
                .column("n", Integer.class, person -> 7)
                .column("q", Long.class, person -> null)
                .build();

        inserter().using(wide).insert(mapping, List.of(new Person(1, "a"), new Person(1, null)));

        assertThat(database.rows())
                .containsExactly(
                        row(1L, 2L, 2.5, true, null, "a", 7L, null), row(1L, 2L, 2.5, true, null, null, 7L, null));
    }

    @Test
    void aValueThatTheSinkRefusesGetsItsPlace() {
        provider.refusedValues = String.class;

        for (int shortRows : new int[] {0, 5}) {
            provider.shortRows = shortRows;
            assertThat(refusal(inserter(), List.of(new Object[] {1L, null}, new Object[] {2L, "a"})))
                    .isEqualTo("load into people failed at row 1, column name: a is refused");
        }
        assertThat(database.rows()).isEmpty();
    }
}
