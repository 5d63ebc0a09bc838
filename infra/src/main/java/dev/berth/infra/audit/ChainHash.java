package dev.berth.infra.audit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The links of a tenant's chain. Every part goes in with its length before it, so that nothing can move from one part to
 * another.
 */
final class ChainHash {
    /** The entry and the stored event behind it, of which a link is made, in the order in which they go in. */
    static final String ENTRY = """
        select f.position, f.tenant_id, f.event_id, f.type, f.subject,
               (extract(epoch from f.time) * 1000000)::bigint::text as time, f.data,
               e.aggregate_identifier, e.sequence_number::text,
               (extract(epoch from e.time_stamp) * 1000000)::bigint::text as stored_time, e.event_identifier,
               e.payload_type, e.payload_revision, e.payload, e.meta_data
          from feed f left join domain_event_entry e on e.global_index = f.origin
        """;

    private static final int PARTS = 15;

    private ChainHash() {}

    /** What a tenant's first link is made with. */
    static byte[] genesis(String tenantId) {
        MessageDigest digest = sha256();
        add(digest, "berth-audit-chain-1");
        add(digest, tenantId);
        return digest.digest();
    }

    /** The link of the current row of {@link #ENTRY}. */
    static byte[] link(byte[] before, ResultSet entry) throws SQLException {
        MessageDigest digest = sha256();
        digest.update(before);
        for (int part = 1; part <= PARTS; part++) {
            add(digest, entry.getString(part));
        }
        return digest.digest();
    }

    /** What is signed of a checkpoint. */
    static byte[] checkpoint(String tenantId, long position, byte[] hash) {
        MessageDigest digest = sha256();
        add(digest, "berth-audit-checkpoint-1");
        add(digest, tenantId);
        add(digest, Long.toString(position));
        digest.update(hash);
        return digest.digest();
    }

    private static void add(MessageDigest digest, @Nullable String part) {
        byte[] bytes = part == null ? new byte[0] : part.getBytes(StandardCharsets.UTF_8);
        digest.update(
                ByteBuffer.allocate(4).putInt(part == null ? -1 : bytes.length).array());
        digest.update(bytes);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
