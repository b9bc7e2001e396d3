package dev.longshore.mysql;

import dev.longshore.BulkInserter;
import dev.longshore.mysql.MySqlProvider.KeyPath;
import dev.longshore.tck.BulkProviderTck;
import dev.longshore.tck.TckDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The rules of keys on a way that MariaDB does not take by itself: those of MySQL, which has no RETURNING. */
@ExtendWith(KeyPathTckTest.KeysOnly.class)
abstract class KeyPathTckTest extends BulkProviderTck {
    private final KeyPath path;

    KeyPathTckTest(KeyPath path) {
        this.path = path;
    }

    @Override
    protected final TckDatabase newDatabase() throws SQLException {
        return new MySqlTckDatabase() {
            @Override
            public BulkInserter configured(BulkInserter inserter) {
                return inserter.option(MySqlProvider.KEY_PATH, path);
            }
        };
    }

    /** What gives no keys back is the same on each way, and run by {@link MySqlTckTest}. */
    static final class KeysOnly implements ExecutionCondition {
        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            boolean isNested = context.getTestClass()
                    .filter(test -> test.getEnclosingClass() == BulkProviderTck.class)
                    .isPresent();
            boolean isOwn = context.getTestMethod()
                    .filter(method -> method.getDeclaringClass() == BulkProviderTck.class)
                    .isPresent();
            boolean isOfKeys = context.getTestClass()
                    .filter(test -> test.getSimpleName().equals("Keys"))
                    .isPresent();
            return isOwn || (isNested && !isOfKeys)
                    ? ConditionEvaluationResult.disabled("it has nothing to do with the way of keys")
                    : ConditionEvaluationResult.enabled("rules of keys");
        }
    }
}
