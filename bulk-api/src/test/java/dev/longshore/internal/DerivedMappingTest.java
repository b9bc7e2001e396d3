package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkColumn;
import dev.longshore.BulkIgnore;
import dev.longshore.BulkTable;
import dev.longshore.RowMapping;
import dev.longshore.spi.Identifier;
import java.lang.invoke.MethodHandles;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DerivedMappingTest {
    private record Primitives(
            boolean a, byte b, short c, int d, long e, float f, double g, char h, String i, Integer j, Object k) {}

    private static final Primitives PRIMITIVES =
            new Primitives(true, (byte) -1, (short) -2, -3, -4L, 0.1f, 0.1, 'x', "s", 5, 'y');

    private record Generic<T>(T value) {}

    record Annotated(
            @BulkColumn("number") long id, @BulkIgnore String secret, String name) {
        @BulkColumn("label")
        @Override
        public String name() {
            return name;
        }
    }

    @SuppressWarnings("unchecked") // the mapping belongs to the row's class
    private static <T> List<Object> read(DerivedMapping<?> mapping, T row) {
        List<Object> values = new ArrayList<>();
        for (MappedColumn<T> column : ((DerivedMapping<T>) mapping).allColumns()) {
            RowRecorder recorder = new RowRecorder(1, null);
            try {
                recorder.beginRow();
                column.reader().read(row, recorder.column(0));
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            values.add(recorder.row().get(0));
        }
        return values;
    }

    private static List<String> names(Class<?> type) {
        return DerivedMapping.of(type).allColumns().stream()
                .map(column -> column.name().text())
                .toList();
    }

    @Test
    void aPrivateRecordIsReadWithEachPrimitiveAsItIs() {
        DerivedMapping<Primitives> mapping = DerivedMapping.of(Primitives.class);

        assertThat(read(mapping, PRIMITIVES)).containsExactly(true, -1L, -2L, -3L, -4L, 0.1f, 0.1, "x", "s", 5L, 'y');
        assertThat(mapping.allColumns().stream().map(MappedColumn::javaType))
                .containsExactly(
                        boolean.class,
                        byte.class,
                        short.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class,
                        char.class,
                        String.class,
                        Integer.class,
                        Object.class);
        assertThat(mapping.derived()).isTrue();
        assertThat(mapping.table()).isEqualTo(new Mapping.DerivedTable("Primitives", false));
    }

    @Test
    void extremeValuesSurvive() {
        Primitives extreme = new Primitives(
                false,
                Byte.MIN_VALUE,
                Short.MAX_VALUE,
                Integer.MIN_VALUE,
                Long.MAX_VALUE,
                Float.MIN_VALUE,
                Double.MAX_VALUE,
                '\uFFFF',
                null,
                null,
                null);

        assertThat(read(DerivedMapping.of(Primitives.class), extreme))
                .isEqualTo(Arrays.asList(
                        false,
                        -128L,
                        32767L,
                        (long) Integer.MIN_VALUE,
                        Long.MAX_VALUE,
                        Float.MIN_VALUE,
                        Double.MAX_VALUE,
                        "\uFFFF",
                        null,
                        null,
                        null));
    }

    @Test
    void aGenericRecordIsReadByValue() {
        assertThat(read(DerivedMapping.of(Generic.class), new Generic<>("a"))).containsExactly("a");
    }

    @Test
    void annotationsOfARecordNameAndIgnore() {
        List<MappedColumn<Annotated>> columns =
                DerivedMapping.of(Annotated.class).allColumns();

        assertThat(columns.stream().map(MappedColumn::name))
                .containsExactly(
                        new Identifier("number", Identifier.Match.CASE_RULE),
                        new Identifier("label", Identifier.Match.CASE_RULE));
    }

    public static class Base {
        @BulkIgnore
        private final String hidden = "h";

        @BulkColumn("base_id")
        private final long id = 7;

        public long getId() {
            return id;
        }

        public String getHidden() {
            return hidden;
        }
    }

    public static class Child extends Base {
        public boolean isActive() {
            return true;
        }

        public Boolean isKnown() {
            return null;
        }

        public String getURL() {
            return "u";
        }

        @BulkColumn("given")
        public String getName() {
            return "n";
        }

        public String get() {
            return "no property";
        }

        public boolean is() {
            return true;
        }

        public String isText() {
            return "no property";
        }

        public String getIndexed(int index) {
            return "no property " + index;
        }

        public static String getStatic() {
            return "no property";
        }

        public void getNothing() {}
    }

    @Test
    void gettersOfABeanAreItsColumns() {
        assertThat(names(Child.class)).containsExactlyInAnyOrder("base_id", "given", "URL", "active", "known");
        assertThat(read(DerivedMapping.of(Child.class), new Child()))
                .containsExactlyInAnyOrder(7L, "n", "u", true, null);
    }

    static class Hidden {
        public long getId() {
            return 7;
        }
    }

    public static class Visible extends Hidden {}

    @Test
    void gettersInheritedFromAClassThatIsNotPublicAreColumns() {
        assertThat(names(Visible.class)).containsExactly("id");
        assertThat(read(DerivedMapping.of(Visible.class), new Visible())).containsExactly(7L);
    }

    public abstract static class Identified<T> {
        public abstract T getId();
    }

    public static class ByNumber extends Identified<Long> {
        @Override
        public Long getId() {
            return 7L;
        }
    }

    @Test
    void aGetterThatNarrowsAnInheritedOneIsOneColumn() {
        assertThat(names(ByNumber.class)).containsExactly("id");
        assertThat(DerivedMapping.of(ByNumber.class).allColumns().get(0).javaType())
                .isEqualTo(Long.class);
    }

    public static class Both {
        public boolean isActive() {
            return true;
        }

        public Boolean getActive() {
            return true;
        }
    }

    @Test
    void aPropertyWithTwoGettersIsOneColumn() {
        assertThat(names(Both.class)).containsExactly("active");
    }

    public interface Named {
        String getName();

        default int getLength() {
            return getName().length();
        }
    }

    @Test
    void anInterfaceGivesItsGetters() {
        Named named = () -> "abc";

        assertThat(names(Named.class)).containsExactly("length", "name");
        assertThat(read(DerivedMapping.of(Named.class), named)).containsExactly(3L, "abc");
    }

    @BulkTable("the_base")
    static class Tabled {
        public int getId() {
            return 1;
        }
    }

    static final class SubTabled extends Tabled {}

    @Test
    void theTableComesFromTheAnnotationAlsoOfASuperclass() {
        assertThat(DerivedMapping.tableOf(SubTabled.class)).isEqualTo(new Mapping.DerivedTable("the_base", true));
        assertThat(DerivedMapping.tableOf(Base.class)).isEqualTo(new Mapping.DerivedTable("Base", false));
    }

    @Test
    void theMappingOfAClassIsMadeOnce() {
        assertThat(DerivedMapping.of(Child.class)).isSameAs(DerivedMapping.of(Child.class));
    }

    @Test
    void withALookupThatMayLookOnlyAtWhatIsPublicHandlesAreCalled() {
        DerivedMapping<Child> mapping = DerivedMapping.of(Child.class, MethodHandles.publicLookup());

        assertThat(read(mapping, new Child())).containsExactlyInAnyOrder(7L, "n", "u", true, null);
    }

    public record PublicPrimitives(
            boolean a, byte b, short c, int d, long e, float f, double g, char h, String i, Integer j) {
        public PublicPrimitives {
            if (d == 13) {
                throw new IllegalArgumentException("unlucky");
            }
        }
    }

    @Test
    void handlesGiveEachPrimitiveAsItIs() {
        DerivedMapping<PublicPrimitives> mapping =
                DerivedMapping.of(PublicPrimitives.class, MethodHandles.publicLookup());

        assertThat(read(mapping, new PublicPrimitives(true, (byte) 1, (short) 2, 3, 4, 5.5f, 6.5, 'x', "s", 7)))
                .containsExactly(true, 1L, 2L, 3L, 4L, 5.5f, 6.5, "x", "s", 7L);
    }

    public static class Throwing {
        public long getLong() throws java.io.IOException {
            throw new java.io.IOException("long");
        }

        public int getInt() throws java.io.IOException {
            throw new java.io.IOException("int");
        }

        public double getDouble() throws java.io.IOException {
            throw new java.io.IOException("double");
        }

        public boolean isBoolean() throws java.io.IOException {
            throw new java.io.IOException("boolean");
        }

        public Object getObject() throws java.io.IOException {
            throw new java.io.IOException("object");
        }
    }

    @Test
    void handlesThrowWhatTheGetterThrows() {
        for (MethodHandles.Lookup lookup : List.of(MethodHandles.publicLookup(), MethodHandles.lookup())) {
            for (MappedColumn<Throwing> column :
                    DerivedMapping.of(Throwing.class, lookup).allColumns()) {
                RowRecorder recorder = new RowRecorder(1, null);
                assertThatThrownBy(() -> column.reader().read(new Throwing(), recorder.column(0)))
                        .isInstanceOf(java.io.IOException.class)
                        .hasMessage(column.name().text());
            }
        }
    }

    @Test
    void aGivenLookupReadsWhatItsOwnerMayRead() {
        RowMapping<Primitives> mapping =
                RowMapping.of(Primitives.class, MethodHandles.lookup()).build();

        assertThat(mapping).isNotNull();
        assertThat(read(DerivedMapping.of(Primitives.class, MethodHandles.lookup()), PRIMITIVES))
                .hasSize(11);
    }

    @Test
    void aClassOfAnExportedPackageOfAModuleIsReadThroughHandles() {
        DerivedMapping<URI> mapping = DerivedMapping.of(URI.class, AccessorCompiler.lookupFor(URI.class, null));

        assertThat(mapping.allColumns().stream().map(column -> column.name().text()))
                .contains("host", "port", "absolute");
    }

    @Test
    void aClassOfAPackageThatIsNotOpenIsRefusedWithTheLineToAdd() throws ClassNotFoundException {
        Class<?> closed = Class.forName("sun.net.www.MessageHeader");

        assertThatThrownBy(() -> RowMapping.of(closed).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("the accessors of sun.net.www.MessageHeader can't be called: ")
                .hasMessageContaining("opens")
                .hasMessageContaining("sun.net.www")
                .hasMessageContaining("java.base")
                .hasMessageEndingWith("or give RowMapping.of(MessageHeader.class, MethodHandles.lookup()).build()");
    }

    @Test
    void aLookupThatMayNotReadIsRefused() throws ClassNotFoundException {
        Class<?> closed = Class.forName("sun.net.www.MessageHeader");

        assertThatThrownBy(() -> RowMapping.of(closed, MethodHandles.lookup()).build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can't be called");
    }
}
