package dev.berth.infra.queue;

import dev.berth.sagas.provider.AccountRef;
import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Machines;
import dev.berth.sagas.provider.Networks;
import dev.berth.sagas.provider.Provider;
import dev.berth.sagas.provider.ProviderRules;
import dev.berth.sagas.provider.Providers;
import dev.berth.sagas.provider.Snapshots;
import dev.berth.sagas.provider.Volumes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Counts and times the calls to other providers, by operation and outcome. */
final class MeasuredProviders implements Providers {
    private final Providers providers;
    private final ReconcileMetrics metrics;

    MeasuredProviders(Providers providers, ReconcileMetrics metrics) {
        this.providers = providers;
        this.metrics = metrics;
    }

    @Override
    public Set<String> names() {
        return providers.names();
    }

    @Override
    public Optional<ProviderRules> rules(String provider) {
        return providers.rules(provider);
    }

    @Override
    public Provider of(AccountRef account) {
        Provider provider = providers.of(account);
        return proxy(Provider.class, (method, arguments) -> {
            Object answer = call(provider, method, arguments);
            return switch (answer) {
                case Machines it -> measured(Machines.class, "machines", it);
                case Volumes it -> measured(Volumes.class, "volumes", it);
                case Snapshots it -> measured(Snapshots.class, "snapshots", it);
                case Networks it -> measured(Networks.class, "networks", it);
                case null, default -> answer;
            };
        });
    }

    private <T> T measured(Class<T> type, String kind, T port) {
        return proxy(type, (method, arguments) -> {
            long start = System.nanoTime();
            String outcome = "error";
            try {
                Object answer = call(port, method, arguments);
                outcome = answer instanceof Answer<?> it
                        ? it.getClass().getSimpleName().toLowerCase(Locale.ROOT)
                        : "ok";
                return answer;
            } finally {
                metrics.providerCalls(kind + "." + method.getName(), outcome)
                        .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
            }
        });
    }

    private interface Call {
        @Nullable
        Object of(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> call.of(method, arguments)));
    }

    private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw cause == null ? e : cause;
        }
    }
}
