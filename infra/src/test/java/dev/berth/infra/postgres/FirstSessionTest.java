package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FirstSessionTest {
    private final AtomicInteger tries = new AtomicInteger();

    @Test
    void aSessionThatTimesOutIsTriedAgain() throws Exception {
        FirstSession.patiently(() -> {
            if (tries.incrementAndGet() < 4) {
                throw new SQLException("Connection attempt timed out.", "08001");
            }
        });
        assertThat(tries).hasValue(4);
    }

    @Test
    void aServerThatNeverAnswersIsGivenUp() {
        assertThatThrownBy(() -> FirstSession.patiently(() -> {
                    tries.incrementAndGet();
                    throw new SQLException("the database system is starting up", "57P03");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(tries).hasValue(6);
    }

    @Test
    void aRefusalIsNotTriedAgain() {
        assertThatThrownBy(() -> FirstSession.patiently(() -> {
                    tries.incrementAndGet();
                    throw new SQLException("password authentication failed", "28P01");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(tries).hasValue(1);
    }
}
