package dev.berth.infra.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SlotsTest {
    private final List<String> running = new ArrayList<>();
    private final Slots slots = new Slots(3, 2);

    private void take(String tenant, String call) {
        slots.take(tenant, () -> running.add(call));
    }

    @Test
    void oneTenantTakesNotMoreThanItsShare() {
        take("a", "a1");
        take("a", "a2");
        take("a", "a3");
        take("b", "b1");
        assertThat(running).containsExactly("a1", "a2", "b1");
        take("b", "b2");
        slots.release("a");
        // Both wait for one place; whoever has waited longer without being held up by its own share has it.
        assertThat(running).containsExactly("a1", "a2", "b1", "b2");
        slots.release("b");
        assertThat(running).endsWith("a3");
        assertThat(slots.taken()).isEqualTo(3);
    }

    @Test
    void everythingIsRunInTheEnd() {
        for (int i = 0; i < 100; i++) {
            take("t" + i % 7, "c" + i);
        }
        for (int i = 0; running.size() < 100; i++) {
            assertThat(slots.taken()).isLessThanOrEqualTo(3);
            String oldest = running.get(i);
            slots.release("t" + Integer.parseInt(oldest.substring(1)) % 7);
        }
        assertThat(running).doesNotHaveDuplicates().hasSize(100);
    }

    @Test
    void pausesDoubleUpToTheLongest() {
        WebhookSettings settings = new WebhookSettings(
                Duration.ofSeconds(2), Duration.ofSeconds(60), Duration.ofDays(3), Duration.ofSeconds(10), 256, 32);
        assertThat(List.of(1, 2, 3, 5, 6, 7, 100_000))
                .extracting(failures -> settings.retryAfter(failures).toSeconds())
                .containsExactly(2L, 4L, 8L, 32L, 60L, 60L, 60L);
    }
}
