package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.ProviderMatch;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Finds the provider for a connection among those on the class path or module path: with the loader that loaded this library
 * first, then with the thread's. Each provider is asked; two that accept are an error, none is an error that tells why.
 */
final class ProviderRegistry {
    /**
     * One instance of each provider class, kept by the class itself: nothing here holds a class loader, so that an
     * application can be unloaded.
     */
    private static final ClassValue<AtomicReference<@Nullable BulkProvider>> INSTANCES = new ClassValue<>() {
        @Override
        protected AtomicReference<@Nullable BulkProvider> computeValue(Class<?> type) {
            return new AtomicReference<>();
        }
    };

    private static final Map<ClassLoader, Presence> PRESENCES = new WeakHashMap<>();

    private ProviderRegistry() {}

    /**
     * A provider that accepted a connection.
     *
     * @param provider the provider
     * @param note what it wants the plan to say about the database; null if nothing
     */
    record Found(BulkProvider provider, @Nullable String note) {}

    /**
     * What a class loader sees.
     *
     * @param types the providers' classes, by their names
     * @param broken why others can't be loaded
     */
    private record Presence(List<WeakReference<Class<?>>> types, List<String> broken) {}

    static Found find(Connection connection, @Nullable BulkProvider given) throws BulkLoadException {
        try {
            if (given == null) {
                return amongPresent(connection);
            }
            if (given.spiVersion() != BulkProvider.SPI_VERSION) {
                throw failure(versionReason(given)).build();
            }
            List<Found> accepted = new ArrayList<>(1);
            String refusal = refusalOf(given, connection, accepted);
            if (refusal != null) {
                throw failure("the provider " + given.name() + " given by using(…) can't load over this connection: "
                                + refusal)
                        .build();
            }
            return accepted.get(0);
        } catch (BulkLoadException e) {
            throw e;
        } catch (SQLException e) {
            throw ConnectionSource.failure("the connection does not say what database it is: ", e)
                    .build();
        }
    }

    private static Found amongPresent(Connection connection) throws SQLException {
        ClassLoader own = ProviderRegistry.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        Presence presence = presence(own);
        if (context == null || context == own) {
            return among(instances(presence), presence.broken(), connection);
        }
        List<BulkProvider> providers = new ArrayList<>(instances(presence));
        for (BulkProvider other : instances(presence(context))) {
            if (!providers.contains(other)) {
                providers.add(other);
            }
        }
        List<String> broken = new ArrayList<>(presence.broken());
        broken.addAll(presence(context).broken());
        return among(providers, broken.stream().distinct().toList(), connection);
    }

    /**
     * Asks providers.
     *
     * @param broken what to say of those that can't be asked, if none of the others accepts
     */
    static Found among(List<BulkProvider> providers, List<String> broken, Connection connection) throws SQLException {
        List<Found> accepted = new ArrayList<>(1);
        List<String> refusals = new ArrayList<>(0);
        for (BulkProvider provider : providers) {
            String refusal = refusalOf(provider, connection, accepted);
            if (refusal != null) {
                refusals.add(provider.name() + " said: " + refusal);
            }
        }
        if (accepted.size() == 1) {
            return accepted.get(0);
        }
        if (accepted.isEmpty()) {
            refusals.addAll(broken);
            throw notFound(connection, refusals);
        }
        throw failure("several providers accept the connection: "
                        + accepted.stream()
                                .map(found -> found.provider().name())
                                .toList())
                .hint("Name one by using(…)")
                .build();
    }

    /** Asks a provider; one that accepts is added to the list, the reason of one that does not is returned. */
    private static @Nullable String refusalOf(BulkProvider provider, Connection connection, List<Found> accepted)
            throws SQLException {
        if (provider.spiVersion() != BulkProvider.SPI_VERSION) {
            return versionReason(provider);
        }
        try {
            ProviderMatch match = provider.match(connection);
            if (!match.accepted()) {
                return String.valueOf(match.reason());
            }
            accepted.add(new Found(provider, match.reason()));
            return null;
        } catch (LinkageError e) {
            return "its driver is missing or of another version: " + e;
        }
    }

    private static String versionReason(BulkProvider provider) {
        return "the provider " + provider.name() + " was built for version " + provider.spiVersion()
                + " of the provider interfaces, but this is version " + BulkProvider.SPI_VERSION;
    }

    private static BulkLoadException notFound(Connection connection, List<String> refusals) throws SQLException {
        StringBuilder reason = new StringBuilder("no provider for ")
                .append(connection.getMetaData().getDatabaseProductName())
                .append(" (connection class ")
                .append(connection.getClass().getName())
                .append(')');
        if (refusals.isEmpty()) {
            reason.append("; none is on the class path");
        }
        refusals.forEach(refusal -> reason.append("; ").append(refusal));
        return failure(reason.toString())
                .hint("Add the artifact dev.longshore:provider-… for this database, or give a provider by using(…)")
                .build();
    }

    private static List<BulkProvider> instances(Presence presence) {
        List<BulkProvider> providers = new ArrayList<>(presence.types().size());
        for (WeakReference<Class<?>> reference : presence.types()) {
            Class<?> type = reference.get();
            if (type != null) {
                providers.add(Objects.requireNonNull(INSTANCES.get(type).get()));
            }
        }
        return providers;
    }

    private static Presence presence(ClassLoader loader) {
        synchronized (PRESENCES) {
            return PRESENCES.computeIfAbsent(loader, ProviderRegistry::look);
        }
    }

    private static Presence look(ClassLoader loader) {
        List<BulkProvider> providers = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        Iterator<BulkProvider> found =
                ServiceLoader.load(BulkProvider.class, loader).iterator();
        boolean more = true;
        while (more) {
            try {
                more = found.hasNext();
                if (more) {
                    providers.add(found.next());
                }
            } catch (ServiceConfigurationError | LinkageError e) {
                // the iterator goes on behind the one that can't be loaded
                broken.add("one can't be loaded: " + e.getMessage());
            }
        }
        List<WeakReference<Class<?>>> types = new ArrayList<>();
        providers.sort(Comparator.comparing(BulkProvider::name));
        for (BulkProvider provider : providers) {
            INSTANCES.get(provider.getClass()).compareAndSet(null, provider);
            types.add(new WeakReference<>(provider.getClass()));
        }
        return new Presence(List.copyOf(types), List.copyOf(broken));
    }

    private static BulkLoadException.Builder failure(String reason) {
        return BulkLoadException.in(LoadPhase.CONNECT, reason);
    }
}
