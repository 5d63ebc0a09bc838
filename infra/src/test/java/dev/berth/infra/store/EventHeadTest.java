package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EventHeadTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000);
    private final EventHead head = new EventHead(nanos::get);

    private void pass(int millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
    }

    @Test
    void it_never_goes_back() {
        head.advance(5);
        head.advance(3);

        assertThat(head.position()).isEqualTo(5);
    }

    @Test
    void a_reader_is_behind_since_the_first_event_that_it_has_not_taken_in() {
        head.advance(5);
        pass(300);
        head.advance(9);
        pass(700);

        assertThat(head.behind(9)).isZero();
        assertThat(head.behind(8)).isEqualTo(Duration.ofMillis(700));
        assertThat(head.behind(4)).isEqualTo(Duration.ofMillis(1_000));
    }

    @Test
    void what_came_just_after_another_one_is_not_forgotten() {
        head.advance(5);
        pass(10);
        head.advance(6);
        assertThat(head.behind(5)).isZero();
        pass(240);
        head.tick();
        pass(1_000);

        assertThat(head.behind(5)).isEqualTo(Duration.ofMillis(1_000));
    }
}
