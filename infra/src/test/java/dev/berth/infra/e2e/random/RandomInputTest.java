package dev.berth.infra.e2e.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import org.junit.jupiter.api.Test;

/** A short run of random input over every method; the campaign is the long one. */
class RandomInputTest {
    @Test
    void sixHundredRequestsOfAllKinds() {
        RandomCalls calls = new RandomCalls(BerthServer.shared(), 7);
        assertThat(calls.methods()).hasSizeGreaterThan(50);
        assertThat(calls.send(600)).isEmpty();
        assertThat(calls.outcomes())
                .containsKeys("OK", "INVALID_INPUT", "PAYLOAD_TOO_LARGE", "NOT_FOUND", "ACCESS_DENIED");
    }
}
