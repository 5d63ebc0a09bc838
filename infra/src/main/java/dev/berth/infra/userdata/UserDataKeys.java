package dev.berth.infra.userdata;

import dev.berth.api.instance.UserData;
import dev.berth.command.instance.UserDataVault;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The keys of instances' start-up data.
 *
 * <p>Owns: one key an instance, wrapped by the master key. Does not own: the ciphertext, which is in the instance's first
 * event and nowhere else. Invariants: a key is stored, in a transaction of its own, before anything that is encrypted
 * with it; a destroyed key never comes back. On failure: a key whose instance was not admitted after all is swept.
 */
public final class UserDataKeys implements UserDataVault {
    private static final int NONCE_BYTES = 12;

    private final JdbcClient jdbc;
    private final TransactionTemplate ownTransaction;
    private final byte[] masterKey;
    private final SecureRandom random = new SecureRandom();

    /** With this master key of 32 bytes. */
    public UserDataKeys(JdbcClient jdbc, PlatformTransactionManager transactions, byte[] masterKey) {
        if (masterKey.length != SealedBox.KEY_BYTES) {
            throw new IllegalArgumentException("The master key must have 32 bytes");
        }
        this.jdbc = jdbc;
        this.masterKey = masterKey.clone();
        this.ownTransaction = new TransactionTemplate(transactions);
        this.ownTransaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    }

    @Override
    public UserData seal(String instanceId, String clearText) {
        byte[] key = storedOrNew(instanceId);
        byte[] sealed = SealedBox.seal(key, instanceId, clearText.getBytes(StandardCharsets.UTF_8), random);
        Base64.Encoder base64 = Base64.getEncoder();
        return new UserData(
                base64.encodeToString(Arrays.copyOf(sealed, NONCE_BYTES)),
                base64.encodeToString(Arrays.copyOfRange(sealed, NONCE_BYTES, sealed.length)));
    }

    /** The clear text; empty once the instance's key is destroyed. */
    public Optional<String> open(String instanceId, UserData data) {
        byte[] nonce = Base64.getDecoder().decode(data.nonce());
        byte[] cipher = Base64.getDecoder().decode(data.ciphertext());
        byte[] sealed = Arrays.copyOf(nonce, nonce.length + cipher.length);
        System.arraycopy(cipher, 0, sealed, nonce.length, cipher.length);
        return key(instanceId).map(key -> new String(SealedBox.open(key, instanceId, sealed), StandardCharsets.UTF_8));
    }

    /**
     * Destroys keys that are older than {@code age} and whose instance was never admitted.
     *
     * @return how many
     */
    public int sweep(Duration age) {
        return jdbc.sql("""
            delete from user_data_key k
            where k.created_at < now() - make_interval(secs => ?)
              and not exists (select 1 from domain_event_entry e
                              where e.aggregate_identifier = k.instance_id and e.sequence_number = 0)
            """).param((double) age.toSeconds()).update();
    }

    private byte[] storedOrNew(String instanceId) {
        byte[] fresh = new byte[SealedBox.KEY_BYTES];
        random.nextBytes(fresh);
        byte[] wrapped = SealedBox.seal(masterKey, instanceId, fresh, random);
        Optional<byte[]> stored = ownTransaction.execute(status -> {
            int added = jdbc.sql(
                            "insert into user_data_key (instance_id, wrapped) values (?, ?) on conflict do nothing")
                    .param(instanceId)
                    .param(wrapped)
                    .update();
            // As good as new, so that it is not swept while the instance is being admitted.
            return added == 1
                    ? Optional.of(fresh)
                    : unwrapped(
                            instanceId,
                            "update user_data_key set created_at = now() where instance_id = ? returning wrapped");
        });
        if (stored == null || stored.isEmpty()) {
            throw new IllegalStateException("The key of an instance vanished while it was admitted");
        }
        return stored.get();
    }

    private Optional<byte[]> key(String instanceId) {
        return unwrapped(instanceId, "select wrapped from user_data_key where instance_id = ?");
    }

    private Optional<byte[]> unwrapped(String instanceId, String statement) {
        return jdbc.sql(statement)
                .param(instanceId)
                .query((row, number) -> row.getBytes(1))
                .optional()
                .map(wrapped -> SealedBox.open(masterKey, instanceId, wrapped));
    }
}
