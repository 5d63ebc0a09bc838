package dev.berth.infra.postgres;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Opens the data directory before anything else, so that a second process ends at once, and starts the database while the
 * application is still being put together. Without it, the beans of {@link PostgresConfiguration} do both when they are
 * needed.
 *
 * <p>Owns: directory and database until their beans take them.
 * <br>Does not own: how they are opened.
 * <br>Invariants: what was not taken is closed with the context, the database before the directory.
 * <br>On failure: a directory that can't be had fails the start here, a database when its bean is needed.
 */
public final class EarlyStart implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        StorageProperties properties =
                Binder.get(context.getEnvironment()).bindOrCreate("berth", StorageProperties.class);
        Begun begun = new Begun(properties, PostgresConfiguration.ending(context));
        DefaultListableBeanFactory beans = (DefaultListableBeanFactory) context.getBeanFactory();
        beans.registerSingleton("earlyStart", begun);
        beans.registerDisposableBean("earlyStart", begun);
    }

    /** What was begun, for the beans to take. */
    static final class Begun implements DisposableBean {
        private final DataDirectory directory;
        private final CompletableFuture<Database> database;
        private final AtomicBoolean directoryTaken = new AtomicBoolean();
        private final AtomicBoolean databaseTaken = new AtomicBoolean();

        Begun(StorageProperties properties, Consumer<String> onLost) {
            this.directory = DataDirectory.open(properties.dataPath());
            this.database = CompletableFuture.supplyAsync(
                    () -> Database.open(directory, properties, onLost),
                    task -> Thread.ofPlatform().name("early-start").start(task));
        }

        /** The directory, which the caller closes. */
        DataDirectory takeDirectory() {
            directoryTaken.set(true);
            return directory;
        }

        /** Waits for the database, which the caller closes. */
        Database takeDatabase() {
            try {
                Database opened = database.join();
                databaseTaken.set(true);
                return opened;
            } catch (CompletionException e) {
                if (e.getCause() instanceof RuntimeException cause) {
                    throw cause;
                }
                throw e;
            }
        }

        @Override
        public void destroy() {
            if (!databaseTaken.get()) {
                try {
                    database.join().close();
                } catch (CompletionException e) {
                    // It did not start, so there is nothing to close.
                }
            }
            if (!directoryTaken.get()) {
                directory.close();
            }
        }
    }
}
