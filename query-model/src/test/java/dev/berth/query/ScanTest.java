package dev.berth.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScanTest {
    private int examined;

    private Page<Integer> page(int rows, int limit, Predicate<Integer> allowed, PageKey after) {
        return Scan.page(
                limit,
                allowed,
                after,
                (from, atMost) -> {
                    int next = from == null ? 0 : Integer.parseInt(from.id()) + 1;
                    List<Scan.Entry<Integer>> chunk = IntStream.range(next, Math.min(rows, next + atMost))
                            .mapToObj(i -> new Scan.Entry<>(new PageKey(Instant.EPOCH, "" + i), i))
                            .toList();
                    examined += chunk.size();
                    return chunk;
                },
                PageKey::id);
    }

    private List<Integer> allPages(int rows, int limit, Predicate<Integer> allowed) {
        List<Integer> all = new ArrayList<>();
        PageKey after = null;
        while (true) {
            Page<Integer> page = page(rows, limit, allowed, after);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            all.addAll(page.items());
            if (page.cursor() == null) {
                return all;
            }
            after = new PageKey(Instant.EPOCH, page.cursor());
        }
    }

    @Test
    void theLastPageHasNoCursor() {
        assertThat(page(0, 10, i -> true, null)).isEqualTo(new Page<>(List.of(), null));
        assertThat(page(10, 10, i -> true, null).cursor()).isNull();
        assertThat(page(11, 10, i -> true, null).cursor()).isEqualTo("9");
        assertThat(page(11, 10, i -> i < 10, null).cursor()).isNull();
    }

    @Test
    void pagesTogetherAreTheWholeList() {
        for (int limit : new int[] {1, 7, 50, 200}) {
            assertThat(allPages(1234, limit, i -> i % 3 == 0))
                    .isEqualTo(IntStream.range(0, 1234)
                            .filter(i -> i % 3 == 0)
                            .boxed()
                            .toList());
        }
    }

    @Test
    void aPageExaminesAThousandRowsAtMost() {
        Page<Integer> page = page(5000, 50, i -> false, null);
        assertThat(page.items()).isEmpty();
        assertThat(page.cursor()).isEqualTo("999");
        assertThat(examined).isEqualTo(1000);
        assertThat(allPages(5000, 50, i -> i == 4321)).containsExactly(4321);
    }

    @Test
    void aCursorIsReadBackOrIsNone() {
        PageKey key = new PageKey(Instant.parse("2026-01-01T00:00:00.123456Z"), "quota_x:2");
        assertThat(PageKey.parse(key.cursor())).contains(key);
        assertThat(key.cursor()).matches(dev.berth.api.Patterns.CURSOR);
        for (String none : List.of("", ".", "x", "x.", ".x", "$.x", "zzzzzzzzzzzzzzzzz.x", "1y2p0ij32e8e7.x")) {
            assertThat(PageKey.parse(none)).as(none).isEmpty();
        }
    }
}
