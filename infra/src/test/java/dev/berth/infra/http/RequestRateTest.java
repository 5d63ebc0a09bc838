package dev.berth.infra.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestRateTest {
    private static final long MILLISECOND = 1_000_000;

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5 * MILLISECOND);
    private final RequestRate rate = new RequestRate(200, 400, now::get);

    @Test
    void aBurstIsTakenAndThenTheRate() {
        assertThat(IntStream.range(0, 400).mapToLong(i -> rate.take("a"))).containsOnly(0L);
        assertThat(rate.take("a")).isEqualTo(1);

        now.addAndGet(5 * MILLISECOND);
        assertThat(rate.take("a")).isZero();
        assertThat(rate.take("a")).isEqualTo(1);

        now.addAndGet(1000 * MILLISECOND);
        assertThat(IntStream.range(0, 200).mapToLong(i -> rate.take("a"))).containsOnly(0L);
        assertThat(rate.take("a")).isEqualTo(1);
    }

    @Test
    void tokensDoNotTakeFromEachOther() {
        IntStream.range(0, 401).forEach(i -> rate.take("a"));
        assertThat(rate.take("a")).isPositive();
        assertThat(rate.take("b")).isZero();
    }

    @Test
    void anIdleTokenHasItsWholeBurstAgainAndNoMore() {
        IntStream.range(0, 400).forEach(i -> rate.take("a"));
        now.addAndGet(3_600_000 * MILLISECOND);
        assertThat(IntStream.range(0, 400).mapToLong(i -> rate.take("a"))).containsOnly(0L);
        assertThat(rate.take("a")).isPositive();
    }
}
