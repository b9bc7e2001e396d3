package dev.longshore.sqlserver;

import java.util.Map;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Rules of the contract that Babelfish can't keep, so that SQL Server may. The end of the run names each with its reason. */
final class BabelfishGaps implements ExecutionCondition {
    private static final String NO_CANCEL =
            "Babelfish reads no cancel while a statement runs, so that a short timeout can cost the connection";

    private static final Map<String, String> REASONS = Map.of(
            "R-165", "Babelfish's catalog has names in lower case, so that two of them are one",
            "R-202", NO_CANCEL,
            "R-259", NO_CANCEL);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String name = context.getDisplayName();
        String reason = REASONS.get(name.substring(0, Math.max(0, name.indexOf(' '))));
        return reason != null && SqlServerServer.isBabelfish()
                ? ConditionEvaluationResult.disabled(reason)
                : ConditionEvaluationResult.enabled("");
    }
}
