package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Command;
import dev.berth.api.Outcome;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.pool.CreatePool;
import dev.berth.infra.http.input.InputReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RequestHmacTest {
    private static final String INSTANCE =
            "\"poolId\":\"pool_01jd8h2xkq5v7m3c9w4t6n8r0a\",\"flavor\":\"small\"," + "\"imageId\":\"debian-13\"";

    private final RequestHmac hmac =
            new RequestHmac("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8));

    @Test
    void theSameRequestIsTheSameWithAnotherKeyTenantOrWait() {
        String digest = instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\"");
        assertThat(digest).hasSize(64);
        assertThat(instance("\"tenantId\":\"b\",\"idempotencyKey\":\"2\",\"wait\":{\"timeoutMs\":5}"))
                .isEqualTo(digest);
    }

    @Test
    void defaultsCountWhetherWrittenOutOrNot() {
        String digest = instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\"");
        assertThat(instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"desiredState\":\"running\",\"sshKeys\":[]"))
                .isEqualTo(digest);
        assertThat(instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"desiredState\":\"stopped\""))
                .isNotEqualTo(digest);
    }

    @Test
    void everyOtherFieldCounts() {
        String digest = instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\"");
        assertThat(instance("\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"userData\":\"x\""))
                .isNotEqualTo(digest);
        String one = "\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"sshKeys\":[\"ssh-rsa A\",\"ssh-rsa B\"]";
        String two = "\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"sshKeys\":[\"ssh-rsa B\",\"ssh-rsa A\"]";
        assertThat(instance(one)).isNotEqualTo(instance(two)).isNotEqualTo(digest);
    }

    @Test
    void theOrderOfNestedFieldsAndOfSetsDoesNot() {
        String pool = "{\"tenantId\":\"a\",\"name\":\"p\",\"kind\":\"vps-host\",\"idempotencyKey\":\"k\",\"quotas\":";
        assertThat(digest(CreatePool.class, pool + "{\"vcpu\":1,\"gpus\":2}}"))
                .isEqualTo(digest(CreatePool.class, pool + "{\"gpus\":2,\"vcpu\":1,\"diskGiB\":0}}"))
                .isNotEqualTo(digest(CreatePool.class, pool + "{\"vcpu\":2,\"gpus\":1}}"));
        String token = "{\"tenantId\":\"a\",\"principal\":\"p\",\"roles\":";
        assertThat(digest(CreateToken.class, token + "[\"admin\",\"reader\"]}"))
                .isEqualTo(digest(CreateToken.class, token + "[\"reader\",\"admin\"]}"));
    }

    @Test
    void anotherDeploymentsDigestIsAnother() {
        RequestHmac other = new RequestHmac(new byte[32]);
        CreateInstance command =
                read(CreateInstance.class, "{" + INSTANCE + ",\"tenantId\":\"a\",\"idempotencyKey\":\"1\"}");
        assertThat(other.digest(command)).isNotEqualTo(hmac.digest(command));
    }

    /** Digests are stored for ever: this one may never change. */
    @Test
    void staysWhatItWas() {
        assertThat(instance(
                        "\"tenantId\":\"a\",\"idempotencyKey\":\"1\",\"sshKeys\":[\"ssh-rsa A\"],\"userData\":\"x\""))
                .isEqualTo("0d06bf2fb036d1c614cb9d6fdc26302b87fcf5aa2ce062e83af89e5541ea0dde");
    }

    private String instance(String more) {
        return digest(CreateInstance.class, "{" + INSTANCE + "," + more + "}");
    }

    private <T extends Command> String digest(Class<T> type, String json) {
        return hmac.digest(read(type, json));
    }

    private static <T> T read(Class<T> type, String json) {
        return ((Outcome.Done<T>) InputReader.read(type, json.getBytes(StandardCharsets.UTF_8))).value();
    }
}
