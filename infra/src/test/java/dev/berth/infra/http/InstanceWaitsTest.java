package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.Placement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InstanceWaitsTest {
    private final InstanceWaits waits = new InstanceWaits(2);
    private final AtomicReference<InstanceView> now =
            new AtomicReference<>(instance(DesiredState.RUNNING, InstanceState.SCHEDULING));
    private final CountDownLatch firstRead = new CountDownLatch(1);

    private Optional<InstanceView> read() {
        InstanceView view = now.get();
        firstRead.countDown();
        return Optional.of(view);
    }

    private CompletableFuture<InstanceView> waiting(Duration timeout) throws InterruptedException {
        InstanceView first = now.get();
        CompletableFuture<InstanceView> answer = CompletableFuture.supplyAsync(() -> {
            try (InstanceWaits.Place place = waits.enter("acme").orElseThrow()) {
                return place.await(first, timeout, this::read);
            }
        });
        assertThat(firstRead.await(10, TimeUnit.SECONDS)).isTrue();
        return answer;
    }

    @Test
    void isAnsweredOnceTheInstanceIsWhatIsWanted() throws Exception {
        CompletableFuture<InstanceView> answer = waiting(Duration.ofSeconds(30));
        now.set(instance(DesiredState.RUNNING, InstanceState.PROVISIONING));
        waits.changed("inst_1");
        assertThat(answer).isNotDone();
        now.set(instance(DesiredState.RUNNING, InstanceState.RUNNING));
        waits.changed("inst_1");
        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(InstanceState.RUNNING);
    }

    @Test
    void isAnsweredOnAnError() throws Exception {
        CompletableFuture<InstanceView> answer = waiting(Duration.ofSeconds(30));
        now.set(instance(DesiredState.RUNNING, InstanceState.ERROR));
        waits.changed("inst_1");
        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(InstanceState.ERROR);
    }

    @Test
    void aChangeThatNobodyToldIsFound() throws Exception {
        CompletableFuture<InstanceView> answer = waiting(Duration.ofSeconds(30));
        now.set(instance(DesiredState.RUNNING, InstanceState.RUNNING));
        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(InstanceState.RUNNING);
    }

    @Test
    void isAnsweredAsItIsWhenTheTimeIsUp() throws Exception {
        CompletableFuture<InstanceView> answer = waiting(Duration.ofMillis(50));
        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(InstanceState.SCHEDULING);
    }

    @Test
    void endsWithTheServer() throws Exception {
        CompletableFuture<InstanceView> answer = waiting(Duration.ofSeconds(30));
        waits.stop();
        assertThat(answer.get(10, TimeUnit.SECONDS).state()).isEqualTo(InstanceState.SCHEDULING);
    }

    @Test
    void onlySomeOfATenantMayWaitAtOnce() {
        InstanceWaits.Place first = waits.enter("acme").orElseThrow();
        assertThat(waits.enter("acme")).isPresent();
        assertThat(waits.enter("acme")).isEmpty();
        assertThat(waits.enter("globex")).isPresent();
        first.close();
        assertThat(waits.enter("acme")).isPresent();
    }

    @Test
    void whatIsWantedIsReached() {
        assertThat(InstanceWaits.settled(instance(DesiredState.STOPPED, InstanceState.STOPPED)))
                .isTrue();
        assertThat(InstanceWaits.settled(instance(DesiredState.RUNNING, InstanceState.STOPPED)))
                .isFalse();
        assertThat(InstanceWaits.settled(instance(DesiredState.DELETED, InstanceState.DELETING)))
                .isFalse();
        assertThat(InstanceWaits.settled(instance(DesiredState.DELETED, InstanceState.DELETED)))
                .isTrue();
    }

    private static InstanceView instance(DesiredState desired, InstanceState state) {
        return new InstanceView(
                "inst_1",
                "acme",
                "ann",
                Instant.EPOCH,
                Instant.EPOCH,
                1,
                null,
                "pool_1",
                Placement.HOSTED,
                "small",
                1,
                1,
                1,
                0,
                "debian-13",
                false,
                List.of(),
                desired,
                state,
                List.of(),
                null,
                null,
                null,
                List.of(),
                null);
    }
}
