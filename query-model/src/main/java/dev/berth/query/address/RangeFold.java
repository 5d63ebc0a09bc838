package dev.berth.query.address;

import static dev.berth.query.Fold.existing;

import dev.berth.api.address.RangeEvent;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeEvent.RangeDeleted;
import dev.berth.api.address.RangeView;
import dev.berth.query.EventMeta;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An address range as its events make it.
 *
 * <p>Owns: how many addresses there are and how many are leased. Does not own: which ones. Invariants: leased is the
 * number of leases less that of releases. On failure: throws for an event before the first one, and for bounds that are
 * no addresses.
 */
public final class RangeFold {
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    private RangeFold() {}

    /** The range after the event. */
    public static RangeView fold(@Nullable RangeView view, RangeEvent event, EventMeta meta) {
        return switch (event) {
            case RangeCreated created ->
                new RangeView(
                        created.rangeId(),
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.poolId(),
                        created.cidr(),
                        created.first(),
                        created.last(),
                        total(created.first(), created.last()),
                        0,
                        null);
            case AddressLeased ignored -> leases(existing(view, event), 1, null, meta);
            case AddressReleased ignored -> leases(existing(view, event), -1, null, meta);
            case RangeDeleted ignored -> leases(existing(view, event), 0, meta.time(), meta);
        };
    }

    private static RangeView leases(RangeView range, int more, @Nullable Instant deletedAt, EventMeta meta) {
        return new RangeView(
                range.id(),
                range.tenantId(),
                range.createdBy(),
                range.createdAt(),
                meta.time(),
                meta.revision(),
                range.poolId(),
                range.cidr(),
                range.first(),
                range.last(),
                range.total(),
                range.leased() + more,
                deletedAt == null ? range.deletedAt() : deletedAt);
    }

    private static long total(String first, String last) {
        return number(last)
                .subtract(number(first))
                .add(BigInteger.ONE)
                .min(MOST)
                .longValueExact();
    }

    /** Never a name that would be looked up. */
    private static BigInteger number(String address) {
        if (!LITERAL.matcher(address).matches()) {
            throw new IllegalArgumentException("An address range is bounded by addresses");
        }
        try {
            return new BigInteger(1, InetAddress.getByName(address).getAddress());
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("An address range is bounded by addresses", e);
        }
    }
}
