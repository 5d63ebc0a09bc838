package dev.berth.command.address;

import dev.berth.api.address.RangeView;
import java.util.List;

/** The address ranges of pools as admission reads them: from memory, a moment behind the events. */
public interface RangeDirectory {
    /** The live ranges of the pool, by id. Whether one has a free address is for its own stream to decide. */
    List<RangeView> ranges(String poolId);
}
