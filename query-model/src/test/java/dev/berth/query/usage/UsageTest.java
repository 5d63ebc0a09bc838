package dev.berth.query.usage;

import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleted;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.stopped;
import static dev.berth.query.Given.BEGIN;
import static dev.berth.query.Given.at;
import static dev.berth.query.Given.given;
import static dev.berth.query.jooq.Tables.USAGE_INTERVAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.usage.Meter;
import dev.berth.api.usage.QueryUsage;
import dev.berth.api.usage.QueryUsage.By;
import dev.berth.api.usage.UsageItem;
import dev.berth.query.Database;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import dev.berth.query.Page;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class UsageTest {
    private static final Instant LATER = BEGIN.plus(Duration.ofDays(60));

    private final DSLContext sql = Database.fresh().sql();
    private final UsageQueries usage = new UsageQueries(sql);

    private List<UsageItem> query(Instant from, Instant to, Instant now, By... by) {
        return usage.query(new QueryUsage("acme", from, to, null, null, null, null, Set.of(by), 1000, null), now)
                .orElseThrow()
                .items();
    }

    private BigInteger sum(Instant from, Instant to) {
        return query(from, to, LATER).stream()
                .map(it -> new BigInteger(it.gibMilliseconds()))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    @Test
    void anInstanceCountsFromItsFirstRunningUntilItIsDeleted() {
        List<Delivered> events = given().events(
                        created("inst_1"), running("inst_1"), stopped("inst_1"), running("inst_1"), deleted("inst_1"))
                .delivered();
        new UsageProjection().project(sql, events);
        assertThat(query(BEGIN, LATER, LATER, By.POOL, By.PROJECT, By.RESOURCE))
                .containsExactly(new UsageItem(Meter.INSTANCE_HOURS, "pool_1", "prj_1", "inst_1", "0.000833", "3000"));
        assertThat(sum(at(2), at(3))).isEqualTo(1000);
        assertThat(sum(at(4), LATER)).isZero();
    }

    @Test
    void whatLastsCountsUpToNow() {
        new UsageProjection()
                .project(
                        sql,
                        given().events(created("inst_1"), running("inst_1")).delivered());
        assertThat(query(BEGIN, LATER, at(1).plus(Duration.ofHours(2))))
                .extracting(UsageItem::quantity)
                .containsExactly("2.000000");
        assertThat(query(at(2), LATER, at(1))).isEmpty();
    }

    @Test
    void whatNeverRanCountsNothing() {
        new UsageProjection()
                .project(
                        sql,
                        given().events(created("inst_1"), deleted("inst_1")).delivered());
        assertThat(query(BEGIN, LATER, LATER)).isEmpty();
    }

    @Test
    void eventsThatComeAgainChangeNothing() {
        List<Delivered> events = given().events(
                        created("inst_1"), running("inst_1"), created("inst_2"), running("inst_2"), deleted("inst_1"))
                .delivered();
        UsageProjection projection = new UsageProjection();
        events.forEach(event -> projection.project(sql, List.of(event)));
        List<UsageInterval> once = UsageProjection.intervals(sql, List.of("inst_1", "inst_2"));
        projection.project(sql, events.subList(1, 4));
        projection.project(sql, events);
        assertThat(UsageProjection.intervals(sql, List.of("inst_1", "inst_2"))).isEqualTo(once);
    }

    @Test
    void aPageEndsWithACursor() {
        new UsageProjection()
                .project(
                        sql,
                        given().events(
                                        created("inst_1"),
                                        running("inst_1"),
                                        created("inst_2", "acme", "bob", "pool_2"),
                                        running("inst_2"),
                                        created("inst_3", "other", "eve", "pool_1"),
                                        running("inst_3"))
                                .delivered());
        QueryUsage first = new QueryUsage(
                "acme", BEGIN, LATER, Meter.INSTANCE_HOURS, null, null, null, Set.of(By.RESOURCE), 1, null);
        Page<UsageItem> page = usage.query(first, LATER).orElseThrow();
        assertThat(page.items()).extracting(UsageItem::resourceId).containsExactly("inst_1");
        QueryUsage next =
                new QueryUsage("acme", BEGIN, LATER, null, null, null, null, Set.of(By.RESOURCE), 1, page.cursor());
        assertThat(usage.query(next, LATER).orElseThrow())
                .satisfies(it ->
                        assertThat(it.items()).extracting(UsageItem::resourceId).containsExactly("inst_2"))
                .satisfies(it -> assertThat(it.cursor()).isNull());
        QueryUsage wrong = new QueryUsage("acme", BEGIN, LATER, null, null, null, null, Set.of(By.POOL), 1, "x:y:z");
        assertThat(usage.query(wrong, LATER)).isEmpty();
    }

    @Test
    void aReplayFindsAChangedRow() {
        List<Delivered> events = given().events(created("inst_1"), running("inst_1"), deleted("inst_1"))
                .delivered();
        new UsageProjection().project(sql, events);
        List<List<String>> streams = List.of(List.of("inst_1"));
        assertThat(UsageVerification.verify(sql, streams, id -> events).differences())
                .isZero();
        sql.update(USAGE_INTERVAL)
                .set(USAGE_INTERVAL.TO_MS, USAGE_INTERVAL.TO_MS.plus(1L))
                .execute();
        assertThat(UsageVerification.verify(sql, streams, id -> events).differences())
                .isEqualTo(1);
    }

    /** Lives of resources with resizes, against a sum that counts every millisecond of them by itself. */
    @Test
    void sumsEqualBruteForceAndAdjacentIntervalsAddUp() {
        Random random = new Random(20260301);
        for (int round = 0; round < 4; round++) {
            sql.deleteFrom(USAGE_INTERVAL).execute();
            int millis = 400;
            long[] expected = new long[millis];
            List<UsageInterval> made = new ArrayList<>();
            for (int resource = 0; resource < 20; resource++) {
                made.addAll(live(random, "vol_" + round + '_' + resource, expected));
            }
            UsageProjection.save(sql, made);
            for (int query = 0; query < 10; query++) {
                int a = random.nextInt(millis);
                int c = a + 1 + random.nextInt(millis - a);
                int b = a + random.nextInt(c - a);
                long whole = 0;
                for (int i = a; i < c; i++) {
                    whole += expected[i];
                }
                assertThat(sum(ms(a), ms(c))).isEqualTo(whole);
                BigInteger parts = b > a ? sum(ms(a), ms(b)).add(sum(ms(b), ms(c))) : sum(ms(b), ms(c));
                assertThat(parts).isEqualTo(whole);
            }
        }
    }

    private static Instant ms(int millis) {
        return BEGIN.plusMillis(millis);
    }

    /** A volume that begins, grows and shrinks at random, perhaps ends, and is stored as the fold makes it. */
    private static List<UsageInterval> live(Random random, String id, long[] expected) {
        List<UsageInterval> made = new ArrayList<>();
        int now = random.nextInt(100);
        long amount = 1 + random.nextInt(50);
        long revision = 1;
        made.add(new UsageInterval(
                id, 0, "acme", "pool_1", null, Meter.VOLUME_GIB_HOURS, amount, ms(now).toEpochMilli(), null, revision));
        while (true) {
            int next = now + random.nextInt(60);
            boolean ends = next >= expected.length || random.nextInt(8) == 0;
            int until = Math.min(next, expected.length);
            for (int i = now; i < until; i++) {
                expected[i] += amount;
            }
            if (next >= expected.length) {
                break;
            }
            revision++;
            now = next;
            EventMeta meta = new EventMeta(ms(now), revision - 1, revision, "e", Map.of());
            if (ends) {
                made.set(made.size() - 1, made.getLast().ended(meta.time().toEpochMilli(), revision));
                break;
            }
            amount = 1 + random.nextInt(50);
            List<UsageInterval> changed = UsageFold.resized(made.getLast(), amount, meta);
            if (!changed.isEmpty()) {
                made.set(made.size() - 1, changed.getFirst());
                made.add(changed.getLast());
            }
        }
        return made;
    }
}
