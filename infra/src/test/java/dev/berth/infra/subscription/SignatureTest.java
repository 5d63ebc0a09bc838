package dev.berth.infra.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SignatureTest {
    /** The published example of the format. */
    @Test
    void theFormatsOwnExample() {
        byte[] body = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
        assertThat(Signature.of(
                        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void aSecretOfAnotherFormIsTheKeyItself() {
        byte[] body = {1};
        String plain = Signature.of("abc", "id", 1, body);
        assertThat(plain).isEqualTo(Signature.of("whsec_YWJj", "id", 1, body)).startsWith("v1,");
        assertThat(Signature.of("whsec_not base64!", "id", 1, body)).isNotEqualTo(plain);
        assertThat(Signature.of("abc", "id", 2, body)).isNotEqualTo(plain);
        assertThat(Signature.of("abc", "ie", 1, body)).isNotEqualTo(plain);
    }
}
