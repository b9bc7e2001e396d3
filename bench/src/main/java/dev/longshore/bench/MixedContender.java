package dev.longshore.bench;

import java.util.Collection;
import java.util.List;

/** A way that needs code of its own for each table, and has it for the mixed columns only. */
abstract class MixedContender extends Contender {
    MixedContender(String title, String flags) {
        super(title, flags);
    }

    @Override
    boolean takes(Shape<?> shape, int rows) {
        return shape.name().equals("mixed") && rows <= Shape.KEPT;
    }

    @Override
    final <R> Load prepare(Shape<R> shape, Collection<R> rows) throws Exception {
        if (!(shape instanceof MixedShape mixed) || !shape.name().equals("mixed")) {
            throw new IllegalArgumentException(title() + " has no code for the shape " + shape.name());
        }
        return prepareMixed(mixed, rows.stream().map(BenchRow.class::cast).toList());
    }

    abstract Load prepareMixed(MixedShape shape, List<BenchRow> rows) throws Exception;
}
