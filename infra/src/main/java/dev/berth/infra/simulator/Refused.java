package dev.berth.infra.simulator;

/** Ends an operation, before it has changed anything, with an answer that is no success. */
final class Refused extends RuntimeException {

    private final transient Answer answer;

    Refused(Answer answer) {
        super(String.valueOf(answer.body()), null, false, false);
        this.answer = answer;
    }

    Refused(int status, String message) {
        this(Answer.failure(status, message));
    }

    Answer answer() {
        return answer;
    }

    static Refused notFound() {
        return new Refused(404, "The resource you requested could not be found.");
    }

    static Refused notFound(String message) {
        return new Refused(404, message);
    }

    static Refused conflict(String message) {
        return new Refused(409, message);
    }

    static Refused unprocessable(String message) {
        return new Refused(422, message);
    }

    static Refused pendingEvent() {
        return unprocessable("Droplet already has a pending event.");
    }
}
