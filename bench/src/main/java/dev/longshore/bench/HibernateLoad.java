package dev.longshore.bench;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.Configuration;
import org.hibernate.dialect.Dialect;
import org.jspecify.annotations.Nullable;

/** Hibernate's StatelessSession.insertMultiple of entities that are there already. */
final class HibernateLoad extends MixedContender {
    /** Kept, as loggers that nobody holds forget their level. It is told too much of the connection that it is given. */
    private static final Logger HIBERNATE = Logger.getLogger("org.hibernate");

    private final Class<? extends Dialect> dialect;
    private @Nullable SessionFactory factory;

    HibernateLoad(Class<? extends Dialect> dialect, String flags) {
        super("Hibernate's insertMultiple", flags);
        this.dialect = dialect;
    }

    @Override
    Load prepareMixed(MixedShape shape, List<BenchRow> rows) {
        SessionFactory sessions = factory();
        List<BenchEntity> entities = rows.stream().map(BenchEntity::new).toList();
        return connection -> {
            try (StatelessSession session =
                    sessions.withStatelessOptions().connection(connection).openStatelessSession()) {
                session.beginTransaction();
                session.insertMultiple(entities);
                session.getTransaction().commit();
            }
        };
    }

    private SessionFactory factory() {
        SessionFactory made = factory;
        if (made == null) {
            HIBERNATE.setLevel(Level.SEVERE);
            made = new Configuration()
                    .addAnnotatedClass(BenchEntity.class)
                    .setProperty("hibernate.dialect", dialect.getName())
                    .setProperty("hibernate.boot.allow_jdbc_metadata_access", "false")
                    .setProperty("hibernate.jdbc.batch_size", "1000")
                    .buildSessionFactory();
            factory = made;
        }
        return made;
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.close();
        }
    }
}
