package dev.longshore.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.longshore.BulkInserter;
import dev.longshore.BulkLoadException;
import dev.longshore.LoadControl;
import dev.longshore.LoadPhase;
import dev.longshore.RowMapping;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadGuardTest {
    private final StubConnection connection = new StubDatabase().connect();
    private final StubProvider provider = StubProvider.ofPeople();

    private static Collection<?> watched() throws ReflectiveOperationException {
        Field guards = Watchdog.class.getDeclaredField("GUARDS");
        guards.setAccessible(true);
        return (Collection<?>) guards.get(null);
    }

    @AfterEach
    void noGuardIsLeft() throws ReflectiveOperationException {
        assertThat(watched()).isEmpty();
    }

    private BulkInserter inserter() {
        return BulkInserter.forConnection(connection.jdbc())
                .using(provider)
                .into("people")
                .timeout(Duration.ofMinutes(1))
                .control(new LoadControl());
    }

    private static List<Object[]> rows(int count) {
        return java.util.stream.LongStream.range(0, count)
                .mapToObj(i -> new Object[] {i, "p"})
                .toList();
    }

    @Test
    void isGoneAfterALoad() throws Exception {
        assertThat(inserter().insert(rows(3)).rowsWritten()).isEqualTo(3);
    }

    @Test
    void isGoneAfterAShortLoad() throws Exception {
        provider.shortRows = 5;
        assertThat(inserter().insert(rows(3)).path()).isEqualTo("single");
    }

    @Test
    void isGoneAfterAnEmptyInput() throws Exception {
        assertThat(inserter().insert(List.of()).rowsWritten()).isZero();
    }

    @Test
    void isGoneAfterAnEmptyStream() throws Exception {
        assertThat(inserter().insert(java.util.stream.Stream.of()).rowsWritten())
                .isZero();
    }

    @Test
    void isGoneAfterAFailure() {
        provider.throwsAtRow = 1;
        assertThatThrownBy(() -> inserter().insert(rows(3))).isInstanceOf(BulkLoadException.class);
    }

    @Test
    void isGoneAfterAnError() {
        provider.throwsAtRow = 1;
        provider.rowFailure = new AssertionError("deep");
        assertThatThrownBy(() -> inserter().insert(rows(3))).isSameAs(provider.rowFailure);
    }

    @Test
    void isGoneAfterABugInTheProvidersClose() {
        provider.throwsAtRow = 1;
        provider.closeFailure = new IllegalStateException("a bug");
        assertThatThrownBy(() -> inserter().insert(rows(3))).isNotNull();
    }

    @Test
    void isGoneAfterAnExplanation() throws Exception {
        assertThat(inserter().columns("id", "name").explain(Object[].class).path())
                .isEqualTo("bulk");
    }

    @Test
    void isGoneAfterAWriterThatWasClosed() throws Exception {
        RowMapping<Object[]> mapping =
                RowMapping.of(Object[].class).column("id", r -> r[0]).build();
        var writer = inserter().open(mapping);
        writer.cancel();
        writer.close();
        assertThat(connection.isAutoCommit()).isTrue();
    }

    @Test
    void isGoneAfterAWriterThatTookNoRow() throws Exception {
        RowMapping<Object[]> mapping =
                RowMapping.of(Object[].class).column("id", r -> r[0]).build();
        try (var writer = inserter().open(mapping)) {
            assertThat(writer.finish().rowsWritten()).isZero();
        }
    }

    @Test
    void isGoneAfterAResultSetThatCanNotBeRead() {
        StubResultSet unnamed = new StubResultSet(
                List.of(new StubResultSet.Column("nonsense", java.sql.Types.BIGINT, "bigint")),
                List.of(StubProvider.row(1L)));

        assertThatThrownBy(() -> inserter().insert(unnamed.jdbc())).isInstanceOf(BulkLoadException.class);
    }

    @Test
    void tellsItsOwnExceptionsFromOthers() throws Exception {
        LoadGuard guard = new LoadGuard(LoadSettings.DEFAULTS);
        try {
            assertThat((Object) guard.stopReason(LoadPhase.SEND)).isNull();
            BulkLoadException like = BulkLoadException.in(LoadPhase.SEND, "the driver's own cancel")
                    .sqlState("HY008")
                    .build();
            assertThat(guard.isStop(like)).isFalse();

            guard.cancelWriter();

            Throwable stop = org.assertj.core.api.Assertions.catchThrowable(guard::check);
            assertThat(stop).hasMessage("load failed: the load was cancelled");
            assertThat(guard.stopReason(LoadPhase.SEND).getMessage()).isEqualTo("load failed: the load was cancelled");
            assertThat(guard.isStop(stop)).isTrue();
            assertThat(guard.isStop(like)).isFalse();
            assertThat(guard.isStop(new IllegalStateException())).isFalse();
        } finally {
            guard.detach();
        }
    }

    @Test
    void knowsTheTimeThatIsLeft() {
        LoadGuard guard = new LoadGuard(LoadSettings.DEFAULTS.withTimeout(Duration.ofNanos(1)));
        try {
            assertThat(guard.remainingNanos()).isEqualTo(1);
        } finally {
            guard.detach();
        }
    }

    @Test
    void watchesManyLoadsWithOneThread() throws Exception {
        for (int i = 0; i < 20; i++) {
            inserter().insert(rows(1));
        }

        long watchdogs = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("longshore-watchdog"))
                .count();
        assertThat(watchdogs).isEqualTo(1);
    }

    @Test
    void runsOnADaemonThatKeepsNothingOfTheFirstLoader() throws Exception {
        inserter().insert(rows(1));

        Thread watchdog = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("longshore-watchdog"))
                .findFirst()
                .orElseThrow();
        assertThat(watchdog.isDaemon()).isTrue();
        // an application server could not unload the application whose thread was the first
        assertThat(watchdog.getContextClassLoader()).isNull();
    }

    @Test
    void isServedByAWatchdogThatFellAsleep() throws Exception {
        inserter().insert(rows(1));
        Field asleep = Watchdog.class.getDeclaredField("asleep");
        asleep.setAccessible(true);
        for (int i = 0; i < 500 && !asleep.getBoolean(null); i++) {
            Thread.sleep(20);
        }
        assertThat(asleep.getBoolean(null)).isTrue();
        assertBlockedSourceIsStopped();
        // and now it is awake
        assertBlockedSourceIsStopped();
    }

    private void assertBlockedSourceIsStopped() {
        Iterator<Object[]> blocked = new Iterator<>() {
            @Override
            public boolean hasNext() {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return false;
            }

            @Override
            public Object[] next() {
                throw new NoSuchElementException();
            }
        };
        assertThatThrownBy(() -> inserter().timeout(Duration.ofMillis(20)).insert(blocked))
                .isInstanceOf(BulkLoadException.class)
                .hasMessageContaining("the load took longer than its timeout of PT0.02S");
    }
}
