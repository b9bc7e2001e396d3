package dev.longshore.internal;

import dev.longshore.LoadControl;
import dev.longshore.LoadListener;
import dev.longshore.LoadOption;
import dev.longshore.SavepointPolicy;
import dev.longshore.TableName;
import dev.longshore.ZeroIdentity;
import dev.longshore.spi.BulkProvider;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a user set on an inserter. Immutable: each change is a copy. */
public final class LoadSettings implements Cloneable {
    public static final LoadSettings DEFAULTS = new LoadSettings();

    private @Nullable BulkProvider provider;
    private @Nullable String tableText;
    private @Nullable TableName tableName;
    private List<String> columns = List.of();
    private int batchRows;
    private @Nullable Duration timeout;
    private SavepointPolicy savepoint = SavepointPolicy.AUTO;
    private boolean keepIdentity;
    private @Nullable ZeroIdentity zeroIdentity;
    private @Nullable ZoneId zone;
    private List<LoadListener> listeners = List.of();
    private @Nullable LoadControl control;
    private Map<LoadOption<?>, Object> options = Map.of();

    private LoadSettings() {}

    private LoadSettings copy() {
        try {
            return (LoadSettings) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }

    public LoadSettings withProvider(BulkProvider value) {
        LoadSettings changed = copy();
        changed.provider = value;
        return changed;
    }

    public LoadSettings withTable(String value) {
        LoadSettings changed = copy();
        changed.tableText = value;
        changed.tableName = null;
        return changed;
    }

    public LoadSettings withTable(TableName value) {
        LoadSettings changed = copy();
        changed.tableText = null;
        changed.tableName = value;
        return changed;
    }

    public LoadSettings withColumns(List<String> value) {
        LoadSettings changed = copy();
        changed.columns = value;
        return changed;
    }

    public LoadSettings withBatchRows(int value) {
        LoadSettings changed = copy();
        changed.batchRows = value;
        return changed;
    }

    public LoadSettings withTimeout(Duration value) {
        LoadSettings changed = copy();
        changed.timeout = value;
        return changed;
    }

    public LoadSettings withSavepoint(SavepointPolicy value) {
        LoadSettings changed = copy();
        changed.savepoint = value;
        return changed;
    }

    public LoadSettings withKeepIdentity() {
        LoadSettings changed = copy();
        changed.keepIdentity = true;
        return changed;
    }

    public LoadSettings withZeroIdentity(ZeroIdentity value) {
        LoadSettings changed = copy();
        changed.zeroIdentity = value;
        return changed;
    }

    public LoadSettings withZone(ZoneId value) {
        LoadSettings changed = copy();
        changed.zone = value;
        return changed;
    }

    public LoadSettings withListener(LoadListener value) {
        LoadSettings changed = copy();
        List<LoadListener> all = new ArrayList<>(listeners);
        all.add(value);
        changed.listeners = List.copyOf(all);
        return changed;
    }

    public LoadSettings withControl(LoadControl value) {
        LoadSettings changed = copy();
        changed.control = value;
        return changed;
    }

    public LoadSettings withOption(LoadOption<?> option, Object value) {
        LoadSettings changed = copy();
        Map<LoadOption<?>, Object> all = new LinkedHashMap<>(options);
        all.put(option, value);
        changed.options = all;
        return changed;
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

    boolean namesTable() {
        return tableText != null || tableName != null;
    }

    List<String> columns() {
        return columns;
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

    Map<LoadOption<?>, Object> options() {
        return options;
    }
}
