package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.iam.Caller;
import dev.berth.api.iam.Role;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthenticatorTest {
    private static final Caller ANN = new Caller("ann", "acme", Set.of(Role.ADMIN), false, "tok_1", false);

    private final Authenticator authenticator = new Authenticator(
            "operator-secret", token -> token.equals("anns-token") ? Optional.of(ANN) : Optional.empty());

    @ParameterizedTest
    @ValueSource(strings = {"Bearer anns-token", "bearer anns-token", "BEARER  anns-token"})
    void aTokenIsAcceptedWhateverTheSchemesCase(String header) {
        assertThat(authenticator.caller(header)).contains(ANN);
    }

    @Test
    void theOperatorIsKnown() {
        Caller operator = authenticator.caller("Bearer operator-secret").orElseThrow();
        assertThat(operator.operator()).isTrue();
        assertThat(operator.principal()).isEqualTo("operator");
        assertThat(operator.tenantId()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "Beareranns-token",
                "Basic anns-token",
                "anns-token",
                "Bearer anns-token more",
                "Bearer anns-tokens",
                "Bearer operator-secre",
                "Bearer anns-token\u0000"
            })
    void anythingElseIsNot(String header) {
        assertThat(authenticator.caller(header)).isEmpty();
    }

    @Test
    void aMissingHeaderIsNot() {
        assertThat(authenticator.caller(null)).isEmpty();
    }
}
