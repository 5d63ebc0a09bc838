package dev.berth.infra.e2e.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Ten thousand random requests: {@code mvn verify -Dgroups=campaign -Dtest=RandomInputCampaign}. */
@Tag("campaign")
class RandomInputCampaign {
    private static final int REQUESTS = 10_000;

    @Test
    void tenThousandRequestsOfAllKinds() {
        RandomCalls calls = new RandomCalls(BerthServer.shared(), 20_261);
        assertThat(calls.send(REQUESTS)).isEmpty();
        assertThat(calls.outcomes().values().stream().mapToInt(it -> it).sum()).isEqualTo(REQUESTS);
        LoggerFactory.getLogger(RandomInputCampaign.class)
                .atInfo()
                .addKeyValue("outcomes", calls.outcomes())
                .log("The campaign of random input ended");
    }
}
