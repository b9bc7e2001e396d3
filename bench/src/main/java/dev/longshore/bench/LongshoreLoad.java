package dev.longshore.bench;

import dev.longshore.BulkInserter;
import dev.longshore.LoadOption;
import dev.longshore.RowMapping;
import java.util.Collection;
import java.util.function.UnaryOperator;

/** What is measured here. */
final class LongshoreLoad extends Contender {
    static final String TITLE = "Longshore";

    private final UnaryOperator<BulkInserter> settings;

    private LongshoreLoad(String title, UnaryOperator<BulkInserter> settings) {
        super(title, "");
        this.settings = settings;
    }

    /** As it is. */
    static LongshoreLoad plain() {
        return new LongshoreLoad(TITLE, inserter -> inserter);
    }

    /** With an option. */
    static <T> LongshoreLoad with(LoadOption<T> option, T value) {
        return new LongshoreLoad(TITLE + ", " + value, inserter -> inserter.option(option, value));
    }

    @Override
    boolean sitsOut() {
        return false;
    }

    @Override
    <R> Load prepare(Shape<R> shape, Collection<R> rows) {
        RowMapping<R> mapping = shape.mapping();
        return connection -> settings.apply(
                        BulkInserter.forConnection(connection).into("bench"))
                .insert(mapping, rows);
    }
}
