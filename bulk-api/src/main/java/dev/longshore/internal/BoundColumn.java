package dev.longshore.internal;

import dev.longshore.LoadPlan;
import dev.longshore.spi.TargetColumn;

/**
 * A column of a mapping together with the column of the table that it goes to.
 *
 * @param source where the value comes from
 * @param target where it goes
 */
record BoundColumn(MappedColumn<?> source, TargetColumn target) {
    LoadPlan.Column planned() {
        Class<?> javaType = source.javaType();
        return new LoadPlan.Column(
                source.name().text(),
                javaType == Object.class ? null : javaType.getSimpleName(),
                target.name(),
                target.typeName());
    }
}
