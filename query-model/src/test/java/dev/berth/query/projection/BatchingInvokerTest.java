package dev.berth.query.projection;

import static dev.berth.query.Events.created;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Given.given;
import static dev.berth.query.jooq.Tables.INSTANCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.InstanceState;
import dev.berth.query.Database;
import dev.berth.query.Eventually;
import dev.berth.query.Given;
import dev.berth.query.instance.InstanceQueries;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class BatchingInvokerTest {
    private final Database database = Database.fresh();
    private final DSLContext sql = database.sql();

    /** 165 instances with three events each, of which the second is a poison for number 80; then some that say the end. */
    private static Given fiveHundred() {
        Given given = given();
        for (int i = 0; i < 165; i++) {
            given.event(created("inst_" + i));
        }
        for (int i = 0; i < 165; i++) {
            given.event(scheduled("inst_" + i));
        }
        for (int i = 0; i < 165; i++) {
            given.event(running("inst_" + i));
        }
        for (int i = 165; i < 170; i++) {
            given.event(created("inst_" + i));
        }
        return given;
    }

    private void poison() {
        sql.execute("""
            create function refuse() returns trigger language plpgsql as $$
            begin
              if new.id = 'inst_80' and new.node_id is not null then raise exception 'poison'; end if;
              return new;
            end $$\
            """);
        sql.execute("create trigger refuse before insert or update on instance for each row execute function refuse()");
    }

    /** Ends its own connection once, in the middle of what it writes. */
    private void loseConnectionOnce() {
        sql.execute("create sequence losses");
        sql.execute("""
            create function lose() returns trigger language plpgsql as $$
            begin
              if new.id = 'inst_80' and nextval('losses') = 1 then perform pg_terminate_backend(pg_backend_pid()); end if;
              return new;
            end $$\
            """);
        sql.execute("create trigger lose before insert or update on instance for each row execute function lose()");
    }

    @Test
    void aBatchIsTakenInWhole() {
        try (Processor processor = new Processor(database, new ViewsProjection(), 2, 500)
                .given(fiveHundred().delivered())
                .start()) {
            Eventually.holds("all streams were read", () -> processor.applied().size() == 170);
            assertThat(sql.fetchCount(INSTANCE)).isEqualTo(170);
            assertThat(processor.applied()).containsEntry("inst_80", 2L);
            assertThat(processor.putAside()).isEmpty();
        }
    }

    @Test
    void aPoisonEventAloneIsPutAsideWithWhatFollowsIt() {
        poison();
        try (Processor processor = new Processor(database, new ViewsProjection(), 1, 500)
                .given(fiveHundred().delivered())
                .start()) {
            Eventually.holds("the others were read", () -> processor.applied().containsKey("inst_169"));

            InstanceQueries instances = new InstanceQueries(sql);
            assertThat(sql.fetchCount(INSTANCE, INSTANCE.STATE.eq("running"))).isEqualTo(164);
            assertThat(instances.get("acme", "inst_80").orElseThrow().state()).isEqualTo(InstanceState.SCHEDULING);
            assertThat(processor.putAside()).containsOnlyKeys("inst_80").containsEntry("inst_80", 2L);
            assertThat(processor.deadLetters().list(10)).singleElement().satisfies(parked -> {
                assertThat(parked.streamId()).isEqualTo("inst_80");
                assertThat(parked.letters()).isEqualTo(2);
                assertThat(parked.eventType()).isEqualTo("InstanceScheduled");
                assertThat(parked.cause()).contains("poison");
            });

            assertThat(processor.deadLetters().retry("views", "inst_80")).isFalse();
            assertThat(processor.deadLetters().count()).containsEntry("views", 1L);

            sql.execute("drop trigger refuse on instance");
            assertThat(processor.deadLetters().retry("views", "inst_80")).isTrue();
            assertThat(processor.deadLetters().count()).containsEntry("views", 0L);
            assertThat(instances.get("acme", "inst_80").orElseThrow().state()).isEqualTo(InstanceState.RUNNING);
        }
    }

    @Test
    void whatComesLaterFollowsADeadLetterIntoTheQueue() {
        poison();
        Given first = fiveHundred();
        int before = first.delivered().size();
        try (Processor processor = new Processor(database, new ViewsProjection(), 1, 500)
                .given(first.delivered())
                .start()) {
            Eventually.holds("the others were read", () -> processor.applied().containsKey("inst_169"));
            first.event(dev.berth.query.Events.deleting("inst_80")).event(created("inst_170"));
            processor.given(first.delivered().subList(before, first.delivered().size()));
            Eventually.holds("later ones were read", () -> processor.applied().containsKey("inst_170"));
            assertThat(processor.queue().sequenceSize("inst_80")).isEqualTo(3);
            assertThat(processor.putAside()).containsEntry("inst_80", 3L);

            sql.execute("drop trigger refuse on instance");
            assertThat(processor.deadLetters().retry("views", "inst_80")).isTrue();
            assertThat(new InstanceQueries(sql)
                            .get("acme", "inst_80")
                            .orElseThrow()
                            .state())
                    .isEqualTo(InstanceState.DELETING);
        }
    }

    @Test
    void aLostConnectionIsNoEventsFault() {
        loseConnectionOnce();
        try (Processor processor = new Processor(database, new ViewsProjection(), 1, 500)
                .given(fiveHundred().delivered())
                .start()) {
            Eventually.holds(
                    "the batch was read again", () -> processor.applied().size() == 170);
            assertThat(sql.fetchSingle("select last_value from losses").get(0, Long.class))
                    .isGreaterThan(1);
            assertThat(sql.fetchCount(INSTANCE, INSTANCE.STATE.eq("running"))).isEqualTo(165);
            assertThat(processor.putAside()).isEmpty();
            assertThat(processor.queue().size()).isZero();
        }
    }
}
