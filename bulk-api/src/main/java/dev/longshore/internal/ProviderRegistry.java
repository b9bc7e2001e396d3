package dev.longshore.internal;

import dev.longshore.BulkLoadException;
import dev.longshore.LoadPhase;
import dev.longshore.spi.BulkProvider;
import dev.longshore.spi.ProviderMatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the provider for a connection among those on the class path or module path: with the loader that loaded this library
 * first, then with the thread's. Each provider is asked; two that accept are an error, none is an error that tells why.
 */
final class ProviderRegistry {
    private static final Map<ClassLoader, List<BulkProvider>> LOADED = new WeakHashMap<>();

    private ProviderRegistry() {}

    /**
     * A provider that accepted a connection.
     *
     * @param provider the provider
     * @param note what it wants the plan to say about the database; null if nothing
     */
    record Found(BulkProvider provider, @Nullable String note) {}

    static Found find(Connection connection, @Nullable BulkProvider given) throws BulkLoadException {
        try {
            if (given != null) {
                checkVersion(given);
                ProviderMatch match = given.match(connection);
                if (!match.accepted()) {
                    throw failure("the provider " + given.name()
                                    + " given by using(…) can't load over this connection: " + match.reason())
                            .build();
                }
                return new Found(given, match.reason());
            }
            return among(present(), connection);
        } catch (BulkLoadException e) {
            throw e;
        } catch (SQLException e) {
            throw failure("the connection does not say what database it is: " + e.getMessage())
                    .cause(e)
                    .build();
        }
    }

    static Found among(List<BulkProvider> providers, Connection connection) throws SQLException {
        List<Found> accepted = new ArrayList<>(1);
        Map<String, String> refusals = new LinkedHashMap<>();
        for (BulkProvider provider : providers) {
            if (provider.spiVersion() != BulkProvider.SPI_VERSION) {
                refusals.put(provider.name(), versionReason(provider));
                continue;
            }
            ProviderMatch match = provider.match(connection);
            if (match.accepted()) {
                accepted.add(new Found(provider, match.reason()));
            } else {
                refusals.put(provider.name(), String.valueOf(match.reason()));
            }
        }
        if (accepted.size() == 1) {
            return accepted.get(0);
        }
        if (accepted.isEmpty()) {
            throw notFound(connection, refusals);
        }
        throw failure("several providers accept the connection: "
                        + accepted.stream()
                                .map(found -> found.provider().name())
                                .toList())
                .hint("Name one by using(…)")
                .build();
    }

    private static BulkLoadException notFound(Connection connection, Map<String, String> refusals) throws SQLException {
        StringBuilder reason = new StringBuilder("no provider for ")
                .append(connection.getMetaData().getDatabaseProductName())
                .append(" (connection class ")
                .append(connection.getClass().getName())
                .append(')');
        if (refusals.isEmpty()) {
            reason.append("; none is on the class path");
        }
        refusals.forEach((name, why) ->
                reason.append("; ").append(name).append(" said: ").append(why));
        return failure(reason.toString())
                .hint("Add the artifact dev.longshore:provider-… for this database, or give a provider by using(…)")
                .build();
    }

    private static void checkVersion(BulkProvider provider) throws BulkLoadException {
        if (provider.spiVersion() != BulkProvider.SPI_VERSION) {
            throw failure(versionReason(provider)).build();
        }
    }

    private static String versionReason(BulkProvider provider) {
        return "the provider " + provider.name() + " was built for version " + provider.spiVersion()
                + " of the provider interfaces, but this is version " + BulkProvider.SPI_VERSION;
    }

    private static List<BulkProvider> present() throws BulkLoadException {
        ClassLoader own = ProviderRegistry.class.getClassLoader();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        List<BulkProvider> providers = loaded(own);
        if (context == null || context == own) {
            return providers;
        }
        List<BulkProvider> all = new ArrayList<>(providers);
        for (BulkProvider other : loaded(context)) {
            boolean known = providers.stream().anyMatch(provider -> provider.getClass() == other.getClass());
            if (!known) {
                all.add(other);
            }
        }
        return all;
    }

    private static List<BulkProvider> loaded(ClassLoader loader) throws BulkLoadException {
        synchronized (LOADED) {
            List<BulkProvider> providers = LOADED.get(loader);
            if (providers == null) {
                try {
                    providers = ServiceLoader.load(BulkProvider.class, loader).stream()
                            .map(ServiceLoader.Provider::get)
                            .sorted(java.util.Comparator.comparing(BulkProvider::name))
                            .toList();
                } catch (ServiceConfigurationError e) {
                    throw failure("a provider on the class path can't be loaded: " + e.getMessage())
                            .cause(e)
                            .build();
                }
                LOADED.put(loader, providers);
            }
            return providers;
        }
    }

    private static BulkLoadException.Builder failure(String reason) {
        return BulkLoadException.in(LoadPhase.CONNECT, reason);
    }
}
