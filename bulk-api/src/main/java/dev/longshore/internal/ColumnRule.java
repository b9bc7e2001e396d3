package dev.longshore.internal;

import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.TargetColumn;
import dev.longshore.spi.ValueSink;
import org.jspecify.annotations.Nullable;

/** What the engine does with the values of a column before a provider, or the buffer for its rows, sees them. */
interface ColumnRule {
    /** The rule for a column; null if its values go on as they are. */
    static @Nullable ColumnRule of(
            TargetColumn column, LoadSettings settings, BulkProvider provider, EngineRequest request) {
        IdentityRule identity = IdentityRule.of(column, settings);
        return identity != null
                ? identity
                : JsonRule.of(column, settings, type -> provider.refusal(request, column, type));
    }

    /** Puts the rule in front of a sink. */
    ValueSink before(ValueSink sink);
}
