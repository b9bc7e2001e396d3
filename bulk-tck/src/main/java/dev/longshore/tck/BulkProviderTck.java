package dev.longshore.tck;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The contract of a provider. A provider's test extends this class, returns a {@link TckDatabase}, and has the provider on
 * the test class path; nothing else is needed:
 *
 * <pre>{@code
 * final class DuckTckTest extends BulkProviderTck {
 *     @Override
 *     protected TckDatabase newDatabase() {
 *         return new DuckTckDatabase();
 *     }
 * }
 * }</pre>
 *
 * <p>Tests of what a database can't do are skipped, and the end of the run names them with the reason. The rules behind the
 * ids are listed in docs/spi.md.
 */
public abstract class BulkProviderTck extends DatabaseTck {
    /** For subclasses. */
    protected BulkProviderTck() {}

    @Nested
    @DisplayName("Types")
    class Types extends TypeRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("NULL, defaults, constraints, triggers")
    class Defaults extends DefaultRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Identity")
    class Identity extends IdentityRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Keys")
    class Keys extends KeyRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Rejected rows")
    class Rejects extends RejectRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Batches that are committed, tried again and resumed")
    class Ledgers extends LedgerRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Transactions")
    class Transactions extends TransactionRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Failing sources")
    class FailingSources extends FailingSourceRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }

        @Override
        TckDatabase newDatabase() throws Exception {
            return BulkProviderTck.this.newDatabase();
        }
    }

    @Nested
    @DisplayName("Sources and sizes")
    class Sources extends SourceRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }

        @Override
        TckDatabase newDatabase() throws Exception {
            return BulkProviderTck.this.newDatabase();
        }
    }

    @Nested
    @DisplayName("Pushed rows")
    class Pushed extends PushRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Row kinds")
    class RowKinds extends RowKindRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Names and preflight")
    class Names extends NameRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Pools")
    class Pools extends PoolRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Timeout, interrupt, cancel")
    class Stops extends StopRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }
    }

    @Nested
    @DisplayName("Listeners, plans, threads")
    class Listeners extends ListenerRules {
        @Override
        PlainJdbc jdbc() {
            return jdbc;
        }

        @Override
        TckDatabase newDatabase() throws Exception {
            return BulkProviderTck.this.newDatabase();
        }
    }

    @Test
    @DisplayName(
            "R-230 every capability that can be declared has a test that needs it or a type case that differs by it")
    void everyCapabilityIsTested() {
        Set<Capability> untested = EnumSet.allOf(Capability.class);
        // these decide cases of the type table instead of whole tests
        untested.removeAll(
                EnumSet.of(Capability.INTEGER_RANGE, Capability.DATE_TYPES, Capability.NUL_IN_TEXT, Capability.NAN));
        for (Class<?> topic : BulkProviderTck.class.getDeclaredClasses()) {
            for (Method method : topic.getSuperclass().getDeclaredMethods()) {
                Requires requires = method.getAnnotation(Requires.class);
                if (requires != null) {
                    untested.removeAll(Set.of(requires.value()));
                }
            }
        }
        assertThat(untested).isEmpty();
    }
}
