package dev.berth.infra.digitalocean;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sagas.provider.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class BudgetTest {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-03-04T05:06:07Z"));
    private final Budget budget = new Budget(20, 100, now::get);

    private void pass(Duration time) {
        now.updateAndGet(it -> it.plus(time));
    }

    private Duration refused(boolean changes) {
        try {
            budget.take(changes, Duration.ZERO);
        } catch (NotSent e) {
            return ((Answer.Busy<?>) e.answer()).retryAfter();
        }
        throw new AssertionError("It was sent");
    }

    private void send(int times) {
        for (int i = 0; i < times; i++) {
            budget.take(true, Duration.ZERO);
        }
    }

    @Test
    void inNoMinuteAreMoreSentThanAllowed() {
        send(10);
        pass(Duration.ofSeconds(30));
        send(10);
        assertThat(refused(true)).isEqualTo(Duration.ofSeconds(30));
        pass(Duration.ofSeconds(30));
        send(10);
        assertThat(refused(true)).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void inNoHourAreMoreSentThanAllowed() {
        for (int i = 0; i < 5; i++) {
            send(20);
            pass(Duration.ofMinutes(1));
        }
        assertThat(refused(true)).isEqualTo(Duration.ofMinutes(55));
    }

    @Test
    void theLastTenthIsLeftToWhatChangesSomething() {
        for (int i = 0; i < 18; i++) {
            budget.take(false, Duration.ZERO);
        }
        refused(false);
        send(2);
        refused(true);
    }

    @Test
    void whatTheProviderAsksForIsHonoured() {
        assertThat(budget.tooMany(Duration.ofSeconds(7), null)).isEqualTo(Duration.ofSeconds(7));
        assertThat(refused(true)).isEqualTo(Duration.ofSeconds(7));
        pass(Duration.ofSeconds(7));
        send(1);
        // The hour's limit has no retry-after, only the time at which its oldest request stops counting.
        assertThat(budget.tooMany(null, now.get().plusSeconds(90))).isEqualTo(Duration.ofSeconds(90));
        assertThat(refused(false)).isEqualTo(Duration.ofSeconds(90));
        assertThat(budget.tooMany(null, now.get().plusSeconds(9000))).isEqualTo(Duration.ofMinutes(5));
    }

    @Test
    void whatOthersUseOfTheCredentialCountsToo() {
        budget.told(5000, 0, now.get().plusSeconds(600));
        assertThat(refused(true)).isEqualTo(Duration.ofSeconds(15));
        budget.told(5000, 100, now.get().plusSeconds(600));
        refused(false);
        send(1);
    }

    @Test
    void theLessIsLeftTheLongerThePollsWait() {
        assertThat(budget.pollInterval()).isEqualTo(Duration.ofSeconds(1));
        send(11);
        assertThat(budget.pollInterval()).isEqualTo(Duration.ofSeconds(3));
        send(6);
        assertThat(budget.pollInterval()).isEqualTo(Duration.ofSeconds(10));
        send(2);
        assertThat(budget.pollInterval()).isEqualTo(Duration.ofSeconds(30));
        pass(Duration.ofMinutes(1));
        assertThat(budget.pollInterval()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void whatIsFreeSoonIsWaitedForAndWhatIsNotIsRefusedAtOnce() {
        Budget real = new Budget(10, 100, Instant::now);
        real.tooMany(Duration.ofSeconds(1), null);
        Instant before = Instant.now();
        assertThatThrownBy(() -> real.take(true, Duration.ofMillis(30))).isInstanceOf(NotSent.class);
        assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofMillis(900));
        real.take(true, Duration.ofSeconds(20));
        assertThat(Duration.between(before, Instant.now())).isGreaterThan(Duration.ofMillis(900));
    }
}
