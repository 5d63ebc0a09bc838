package dev.berth.infra.queue;

import dev.berth.infra.queue.LiveInstances.Live;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads live instances page by page. */
final class InstancePages {
    private static final int PAGE = 1000;

    private InstancePages() {}

    /** One page after an id. */
    interface Reader {
        List<Live> read(@Nullable String afterId, int limit);
    }

    static void each(Reader reader, Consumer<List<Live>> use) {
        @Nullable String after = null;
        while (true) {
            List<Live> page = reader.read(after, PAGE);
            if (!page.isEmpty()) {
                use.accept(page);
                after = page.getLast().id();
            }
            if (page.size() < PAGE) {
                return;
            }
        }
    }

    static List<Live> all(Reader reader) {
        List<Live> all = new ArrayList<>();
        each(reader, all::addAll);
        return all;
    }
}
