package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Progress;
import java.util.Locale;
import java.util.function.Supplier;

/** How actions of Droplets and volumes go. The API never says why one has failed. */
final class Actions {

    private Actions() {}

    static Progress progress(Wire.ActionAnswer answer) {
        String status = String.valueOf(answer.action().status()).toLowerCase(Locale.ROOT);
        return switch (status) {
            case "completed" -> Progress.COMPLETED;
            case "errored" -> Progress.FAILED;
            default -> Progress.RUNNING;
        };
    }

    /** One that is not found has only just begun: it does not show yet. */
    static Answer<Progress> answer(Supplier<Wire.ActionAnswer> look) {
        try {
            return new Answer.Done<>(progress(look.get()));
        } catch (ApiFailure e) {
            if (e.status() == 404) {
                return new Answer.Done<>(Progress.RUNNING);
            }
            throw e;
        }
    }
}
