package dev.berth.infra.audit;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Chains what the feed has published, and signs how far each chain has come.
 *
 * <p>Owns: the tables of links, heads and checkpoints, and its thread. Does not own: the feed. Invariants: one link for
 * each entry, in the order of positions, made once; a batch of links and how far they reach are one transaction. Off every
 * command's path: it looks once a second. On failure: the next look goes on from where the last one ended.
 */
public final class Chain implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Chain.class);
    private static final int BATCH = 1_000;
    private static final Duration LOOK = Duration.ofSeconds(1);

    private static final String INSERT = "insert into audit_chain (position, tenant_id, hash)"
            + " select * from unnest(?::bigint[], ?::text[], ?::bytea[])";
    private static final String HEADS = "insert into audit_head (tenant_id, position, hash)"
            + " select * from unnest(?::text[], ?::bigint[], ?::bytea[]) on conflict (tenant_id)"
            + " do update set position = excluded.position, hash = excluded.hash";

    private final JdbcTemplate jdbc;
    private final TransactionOperations transactions;
    private final CheckpointKey key;
    private final InstantSource clock;
    private final long checkpointNanos;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("audit-chain").daemon(true).factory());
    private long signedAt = System.nanoTime();

    /** @param checkpoints how often checkpoints are signed */
    public Chain(
            JdbcTemplate jdbc,
            TransactionOperations transactions,
            CheckpointKey key,
            InstantSource clock,
            Duration checkpoints) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.key = key;
        this.clock = clock;
        this.checkpointNanos = checkpoints.toNanos();
    }

    /** Begins. */
    public void start() {
        thread.scheduleWithFixedDelay(this::look, LOOK.toMillis(), LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            catchUp();
            if (System.nanoTime() - signedAt >= checkpointNanos) {
                signedAt = System.nanoTime();
                sign();
            }
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("Chaining the history failed; it goes on");
        }
    }

    /** Chains everything that is published so far. */
    public void catchUp() {
        int linked;
        do {
            Integer count = transactions.execute(status -> batch());
            linked = count == null ? 0 : count;
        } while (linked == BATCH && !thread.isShutdown());
    }

    private record Link(long position, String tenantId, byte[] hash) {}

    private int batch() {
        // The row holds off any other process that would do the same.
        Long last = jdbc.queryForObject("select position from audit_progress for update", Long.class);
        List<Link> links = new ArrayList<>();
        Map<String, byte[]> heads = new HashMap<>();
        jdbc.query(
                ChainHash.ENTRY + " where f.position > ? order by f.position limit " + BATCH,
                entry -> {
                    links.add(link(entry, heads));
                },
                last);
        if (links.isEmpty()) {
            return 0;
        }
        Map<String, Link> newest = new HashMap<>();
        links.forEach(link -> newest.put(link.tenantId(), link));
        write(INSERT, links, true);
        write(HEADS, List.copyOf(newest.values()), false);
        jdbc.update("update audit_progress set position = ?", links.getLast().position());
        return links.size();
    }

    private Link link(ResultSet entry, Map<String, byte[]> heads) throws SQLException {
        String tenantId = entry.getString("tenant_id");
        byte[] before = heads.computeIfAbsent(tenantId, this::head);
        byte[] hash = ChainHash.link(before, entry);
        heads.put(tenantId, hash);
        return new Link(entry.getLong("position"), tenantId, hash);
    }

    private byte[] head(String tenantId) {
        return jdbc
                .query("select hash from audit_head where tenant_id = ?", (row, n) -> row.getBytes(1), tenantId)
                .stream()
                .findFirst()
                .orElseGet(() -> ChainHash.genesis(tenantId));
    }

    private void write(String statement, List<Link> links, boolean positionFirst) {
        Object[] positions = links.stream().map(Link::position).toArray();
        Object[] tenants = links.stream().map(Link::tenantId).toArray();
        jdbc.update(connection -> {
            PreparedStatement prepared = connection.prepareStatement(statement);
            prepared.setArray(positionFirst ? 1 : 2, connection.createArrayOf("bigint", positions));
            prepared.setArray(positionFirst ? 2 : 1, connection.createArrayOf("text", tenants));
            prepared.setArray(
                    3,
                    connection.createArrayOf(
                            "bytea", links.stream().map(Link::hash).toArray(byte[][]::new)));
            return prepared;
        });
    }

    /** Signs the newest link of every tenant that has one which is not signed. */
    public void sign() {
        List<Link> unsigned = jdbc.query(
                "select position, tenant_id, hash from audit_head where position > signed",
                (row, n) -> new Link(row.getLong(1), row.getString(2), row.getBytes(3)));
        for (Link link : unsigned) {
            byte[] signature = key.sign(ChainHash.checkpoint(link.tenantId(), link.position(), link.hash()));
            transactions.executeWithoutResult(status -> {
                jdbc.update(
                        "insert into audit_checkpoint (tenant_id, position, hash, signed_at, signature)"
                                + " values (?, ?, ?, ?, ?) on conflict do nothing",
                        link.tenantId(),
                        link.position(),
                        link.hash(),
                        clock.instant().atOffset(ZoneOffset.UTC),
                        signature);
                jdbc.update(
                        "update audit_head set signed = greatest(signed, ?) where tenant_id = ?",
                        link.position(),
                        link.tenantId());
            });
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(2, TimeUnit.SECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
