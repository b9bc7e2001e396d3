package dev.longshore.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class ShapeTest {
    private final NarrowShape shape = new NarrowShape();

    @Test
    void rowsAreTheSameInEveryRun() {
        assertThat(shape.some(100)).isEqualTo(new NarrowShape().some(100));
    }

    @Test
    void rowsThatAreThereAreTakenAsTheyAre() {
        List<NarrowRow> rows = shape.some(10);

        Collection<NarrowRow> five = shape.repeated(rows, 1, 5);

        assertThat(five).isEqualTo(rows.subList(0, 5));
        assertThat(five.iterator().next()).isSameAs(rows.get(0));
    }

    @Test
    void moreRowsAreTheSameUnderFurtherIds() {
        List<NarrowRow> rows = shape.some(3);

        Collection<NarrowRow> seven = shape.repeated(rows, 11, 7);

        assertThat(seven).hasSize(7);
        List<NarrowRow> made = new ArrayList<>(seven);
        assertThat(made).extracting(NarrowRow::id).containsExactly(11L, 12L, 13L, 14L, 15L, 16L, 17L);
        assertThat(made.get(6).price()).isEqualTo(rows.get(0).price());
        Iterator<NarrowRow> iterator = shape.repeated(rows, 11, 1).iterator();
        iterator.next();
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void insertHasAParameterForEachValue() {
        assertThat(shape.insert(2)).isEqualTo("insert into bench values (?, ?, ?), (?, ?, ?)");
    }
}
