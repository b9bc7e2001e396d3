package dev.longshore.internal;

import dev.longshore.ErrorPolicy;
import dev.longshore.LoadControl;
import dev.longshore.LoadLedger;
import dev.longshore.LoadListener;
import dev.longshore.LoadOption;
import dev.longshore.LoadOptions;
import dev.longshore.RetryPolicy;
import dev.longshore.SavepointPolicy;
import dev.longshore.TableName;
import dev.longshore.ZeroIdentity;
import dev.longshore.spi.BulkProvider;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What a user set on an inserter. Immutable: each change is a copy. */
public final class LoadSettings implements Cloneable {
    public static final LoadSettings DEFAULTS = new LoadSettings();

    private @Nullable BulkProvider provider;
    private @Nullable String tableText;
    private @Nullable TableName tableName;
    private List<String> columns = List.of();
    private List<String> returning = List.of();
    private int batchRows;
    private @Nullable Duration timeout;
    private SavepointPolicy savepoint = SavepointPolicy.AUTO;
    private boolean keepIdentity;
    private @Nullable ZeroIdentity zeroIdentity;
    private @Nullable ZoneId zone;
    private List<LoadListener> listeners = List.of();
    private @Nullable LoadControl control;
    private Map<LoadOption<?>, Object> options = Map.of();
    private ErrorPolicy errorPolicy = ErrorPolicy.fail();
    private long commitEvery;
    private long resumeFrom;
    private @Nullable RetryPolicy retry;
    private @Nullable LoadLedger ledger;

    private LoadSettings() {}

    /** Returns a copy to which a change was made. */
    private LoadSettings with(Consumer<LoadSettings> change) {
        try {
            LoadSettings copy = (LoadSettings) clone();
            change.accept(copy);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public LoadSettings withProvider(BulkProvider value) {
        return with(copy -> copy.provider = value);
    }

    public LoadSettings withTable(String value) {
        return with(copy -> {
            copy.tableText = value;
            copy.tableName = null;
        });
    }

    public LoadSettings withTable(TableName value) {
        return with(copy -> {
            copy.tableText = null;
            copy.tableName = value;
        });
    }

    public LoadSettings withColumns(List<String> value) {
        return with(copy -> copy.columns = value);
    }

    public LoadSettings withReturning(List<String> value) {
        return with(copy -> copy.returning = value);
    }

    public LoadSettings withBatchRows(int value) {
        return with(copy -> copy.batchRows = value);
    }

    public LoadSettings withTimeout(Duration value) {
        return with(copy -> copy.timeout = value);
    }

    public LoadSettings withSavepoint(SavepointPolicy value) {
        return with(copy -> copy.savepoint = value);
    }

    public LoadSettings withKeepIdentity() {
        return with(copy -> copy.keepIdentity = true);
    }

    public LoadSettings withZeroIdentity(ZeroIdentity value) {
        return with(copy -> copy.zeroIdentity = value);
    }

    public LoadSettings withZone(ZoneId value) {
        return with(copy -> copy.zone = value);
    }

    public LoadSettings withListener(LoadListener value) {
        List<LoadListener> all = new ArrayList<>(listeners);
        all.add(value);
        return with(copy -> copy.listeners = List.copyOf(all));
    }

    public LoadSettings withControl(LoadControl value) {
        return with(copy -> copy.control = value);
    }

    public LoadSettings withOption(LoadOption<?> option, Object value) {
        Map<LoadOption<?>, Object> all = new LinkedHashMap<>(options);
        all.put(option, value);
        return with(copy -> copy.options = Collections.unmodifiableMap(all));
    }

    public LoadSettings withErrorPolicy(ErrorPolicy value) {
        return with(copy -> copy.errorPolicy = value);
    }

    public LoadSettings withCommitEvery(long value) {
        return with(copy -> copy.commitEvery = value);
    }

    public LoadSettings withResumeFrom(long value) {
        return with(copy -> copy.resumeFrom = value);
    }

    public LoadSettings withRetry(RetryPolicy value) {
        return with(copy -> copy.retry = value);
    }

    public LoadSettings withLedger(LoadLedger value) {
        return with(copy -> copy.ledger = value);
    }

    @Nullable
    RetryPolicy retry() {
        return retry;
    }

    @Nullable
    LoadLedger ledger() {
        return ledger;
    }

    /** Whether the load goes in batches that stand for themselves. */
    boolean batched() {
        return errorPolicy.rejects() || commitEvery > 0 || resumeFrom > 0 || retry != null || ledger != null;
    }

    ErrorPolicy errorPolicy() {
        return errorPolicy;
    }

    /** 0 where the load is one transaction. */
    long commitEvery() {
        return commitEvery;
    }

    long resumeFrom() {
        return resumeFrom;
    }

    @Nullable
    BulkProvider provider() {
        return provider;
    }

    @Nullable
    String tableText() {
        return tableText;
    }

    @Nullable
    TableName tableName() {
        return tableName;
    }

    List<String> columns() {
        return columns;
    }

    List<String> returning() {
        return returning;
    }

    int batchRows() {
        return batchRows;
    }

    @Nullable
    Duration timeout() {
        return timeout;
    }

    SavepointPolicy savepoint() {
        return savepoint;
    }

    boolean keepIdentity() {
        return keepIdentity;
    }

    @Nullable
    ZeroIdentity zeroIdentity() {
        return zeroIdentity;
    }

    @Nullable
    ZoneId zone() {
        return zone;
    }

    List<LoadListener> listeners() {
        return listeners;
    }

    @Nullable
    LoadControl control() {
        return control;
    }

    /** Whether no message may quote a value. */
    boolean masksValues() {
        return Boolean.TRUE.equals(options.get(LoadOptions.MASK_VALUES));
    }

    Map<LoadOption<?>, Object> options() {
        return options;
    }
}
