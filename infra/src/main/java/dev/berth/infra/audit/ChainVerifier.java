package dev.berth.infra.audit;

import dev.berth.api.audit.VerifiedHistory;
import dev.berth.api.audit.VerifiedHistory.AlteredEntry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Looks at a range of a tenant's chain: whether every entry, with the stored event behind it, still makes its link, whether
 * none is missing, and whether links are those that were signed. Reads only; at most {@value #MOST} entries at once. What
 * comes before the range is taken as it is.
 */
final class ChainVerifier {
    private static final int MOST = 50_000;
    private static final int CHUNK = 1_000;

    private final JdbcTemplate jdbc;
    private final CheckpointKey key;

    ChainVerifier(JdbcTemplate jdbc, CheckpointKey key) {
        this.jdbc = jdbc;
        this.key = key;
    }

    private record Checkpoint(long position, byte[] hash, Instant signedAt, byte[] signature) {}

    private static final class Walk {
        private final String tenantId;
        private final Deque<Checkpoint> checkpoints;
        private byte[] before;
        private long last;
        private long entries;
        private @Nullable AlteredEntry altered;
        private @Nullable Checkpoint signed;

        Walk(String tenantId, long last, byte[] before, Deque<Checkpoint> checkpoints) {
            this.tenantId = tenantId;
            this.last = last;
            this.before = before;
            this.checkpoints = checkpoints;
        }
    }

    VerifiedHistory verify(String tenantId, long from, @Nullable Long to) {
        long chained = number("select coalesce(max(position), 0) from audit_head where tenant_id = ?", tenantId);
        long end = to == null ? chained : Math.min(to, chained);
        Walk walk = new Walk(tenantId, from - 1, before(tenantId, from), checkpoints(tenantId, from, end));
        boolean more = true;
        while (more && walk.altered == null && walk.entries < MOST) {
            long begin = walk.last;
            jdbc.query(
                    "select entry.*, c.hash from (" + ChainHash.ENTRY
                            + " where f.tenant_id = ? and f.position > ? and f.position <= ? order by f.position limit "
                            + CHUNK + ") entry left join audit_chain c on c.position = entry.position"
                            + " order by entry.position",
                    row -> {
                        if (walk.altered == null) {
                            look(walk, row);
                        }
                    },
                    tenantId,
                    begin,
                    end);
            more = walk.last > begin;
        }
        boolean complete = walk.altered == null && !more;
        if (complete) {
            missing(walk, end);
            walk.last = Math.max(end, from - 1);
        }
        Checkpoint signed = walk.signed;
        return new VerifiedHistory(
                from,
                walk.last,
                walk.entries,
                walk.altered == null,
                walk.altered,
                signed == null ? null : signed.position(),
                signed == null ? null : signed.signedAt(),
                key.publicKey());
    }

    private void look(Walk walk, ResultSet row) throws SQLException {
        long position = row.getLong("position");
        byte[] stored = row.getBytes("hash");
        byte[] made = ChainHash.link(walk.before, row);
        Checkpoint passed = walk.checkpoints.peekFirst();
        if (!Arrays.equals(stored, made) || (passed != null && passed.position() < position)) {
            // A link that is wrong may only be wrong for what is missing before it.
            missing(walk, position - 1);
            if (walk.altered != null) {
                return;
            }
            walk.altered = new AlteredEntry(
                    position,
                    row.getString("event_id"),
                    row.getString("payload") == null
                            ? "The event behind the entry is not there any more."
                            : "The entry, the event behind it or the link is not as it was when it was chained.");
            return;
        }
        Checkpoint checkpoint = walk.checkpoints.peekFirst();
        if (checkpoint != null && checkpoint.position() == position) {
            walk.checkpoints.removeFirst();
            if (!Arrays.equals(checkpoint.hash(), made)) {
                walk.altered = new AlteredEntry(
                        position,
                        row.getString("event_id"),
                        "The chain was made anew: it is not the one that was signed here. Something was altered between"
                                + " the checkpoint before and this entry.");
                return;
            }
            if (!key.verifies(ChainHash.checkpoint(walk.tenantId, position, made), checkpoint.signature())) {
                walk.altered = new AlteredEntry(
                        position, row.getString("event_id"), "The checkpoint was not signed by this deployment's key.");
                return;
            }
            walk.signed = checkpoint;
        }
        walk.before = made;
        walk.last = position;
        walk.entries++;
    }

    /** A link, or a signed one, whose entry is gone: positions after the last one seen, up to {@code end}. */
    private void missing(Walk walk, long end) {
        if (walk.last >= end) {
            return;
        }
        Optional<Long> gone = jdbc
                .query(
                        "select min(c.position) from audit_chain c where c.position > ? and c.position <= ? and"
                            + " c.tenant_id = ? and not exists (select 1 from feed f where f.position = c.position and"
                            + " f.tenant_id = c.tenant_id)",
                        (row, n) -> row.getObject(1, Long.class),
                        walk.last,
                        end,
                        walk.tenantId)
                .stream()
                .filter(Objects::nonNull)
                .findFirst();
        Checkpoint checkpoint = walk.checkpoints.peekFirst();
        if (gone.isPresent()) {
            walk.altered = new AlteredEntry(gone.get(), null, "The entry is not there any more.");
        } else if (checkpoint != null && checkpoint.position() <= end) {
            walk.altered =
                    new AlteredEntry(checkpoint.position(), null, "The entry that was signed is not there any more.");
        }
    }

    private byte[] before(String tenantId, long from) {
        List<byte[]> found = from <= 1
                ? List.of()
                : jdbc.query(
                        "select c.hash from feed f join audit_chain c on c.position = f.position"
                                + " where f.tenant_id = ? and f.position < ? order by f.position desc limit 1",
                        (row, n) -> row.getBytes(1),
                        tenantId,
                        from);
        return found.isEmpty() ? ChainHash.genesis(tenantId) : found.getFirst();
    }

    private Deque<Checkpoint> checkpoints(String tenantId, long from, long to) {
        return new ArrayDeque<>(jdbc.query(
                "select position, hash, signed_at, signature from audit_checkpoint"
                        + " where tenant_id = ? and position between ? and ? order by position",
                (row, n) -> new Checkpoint(
                        row.getLong(1),
                        row.getBytes(2),
                        row.getObject(3, OffsetDateTime.class).toInstant(),
                        row.getBytes(4)),
                tenantId,
                from,
                to));
    }

    private long number(String query, String tenantId) {
        Long found = jdbc.queryForObject(query, Long.class, tenantId);
        return found == null ? 0 : found;
    }
}
