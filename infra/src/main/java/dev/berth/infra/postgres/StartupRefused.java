package dev.berth.infra.postgres;

/** Why this process can't start or go on, said in one sentence for the person who started it. */
public final class StartupRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param sentence what is wrong and, where there is one, the way out; it is printed as it is */
    public StartupRefused(String sentence) {
        super(sentence);
    }

    /** @param cause kept for debugging; only the sentence is printed */
    public StartupRefused(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
