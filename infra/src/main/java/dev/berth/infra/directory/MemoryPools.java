package dev.berth.infra.directory;

import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolView;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.query.pool.PoolTable;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Pools and flavors in memory. */
final class MemoryPools implements PoolDirectory {
    private final Map<String, FlavorView> flavorsByName = new ConcurrentHashMap<>();

    final MemoryTable<PoolView, PoolEvent> pools = new MemoryTable<>(PoolTable.TABLE) {
        @Override
        void changed(String id, @Nullable PoolView before, PoolView after) {}
    };

    final MemoryTable<FlavorView, FlavorEvent> flavors = new MemoryTable<>(PoolTable.FLAVORS) {
        @Override
        void changed(String id, @Nullable FlavorView before, FlavorView after) {
            flavorsByName.put(key(after.poolId(), after.name()), after);
        }
    };

    @Override
    public Optional<PoolView> pool(String poolId) {
        return pools.find(poolId);
    }

    @Override
    public Optional<FlavorView> flavor(String poolId, String name) {
        return Optional.ofNullable(flavorsByName.get(key(poolId, name)));
    }

    private static String key(String poolId, String name) {
        return poolId + '/' + name;
    }
}
