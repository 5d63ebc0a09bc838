package dev.berth.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LastUsedTest {
    @Test
    void what_is_new_stays_and_what_was_not_used_longest_goes_however_often_it_was_used_before() {
        LastUsed<Integer> held = new LastUsed<>(3);
        for (int i = 0; i < 3; i++) {
            held.put("old-" + i, i);
            for (int used = 0; used < 50; used++) {
                held.get("old-" + i);
            }
        }
        held.get("old-0");

        held.put("new", 9);

        assertThat(held.get("new")).isEqualTo(9);
        assertThat(held.get("old-0")).isEqualTo(0);
        assertThat(held.get("old-1")).isNull();
        assertThat(held.get("old-2")).isEqualTo(2);
    }

    @Test
    void what_is_taken_out_is_gone() {
        LastUsed<Integer> held = new LastUsed<>(3);
        held.put("a", 1);
        held.put("b", 2);
        held.remove("a");
        assertThat(held.get("a")).isNull();
        held.clear();
        assertThat(held.get("b")).isNull();
    }
}
