package dev.berth.infra.directory;

import dev.berth.api.address.RangeEvent;
import dev.berth.api.address.RangeView;
import dev.berth.command.address.RangeDirectory;
import dev.berth.query.address.RangeTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** Address ranges in memory, the live ones by pool. */
final class MemoryRanges extends MemoryTable<RangeView, RangeEvent> implements RangeDirectory {
    private final Map<String, Map<String, RangeView>> byPool = new ConcurrentHashMap<>();

    MemoryRanges() {
        super(RangeTable.TABLE);
    }

    @Override
    void changed(String id, @Nullable RangeView before, RangeView after) {
        Map<String, RangeView> live = byPool.computeIfAbsent(after.poolId(), none -> new ConcurrentSkipListMap<>());
        if (after.deletedAt() == null) {
            live.put(id, after);
        } else {
            live.remove(id);
        }
    }

    @Override
    public List<RangeView> ranges(String poolId) {
        return List.copyOf(byPool.getOrDefault(poolId, Map.of()).values());
    }
}
