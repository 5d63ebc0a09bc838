package dev.berth.infra;

import java.lang.reflect.InvocationTargetException;

/**
 * Where the program begins: says in one sentence that a Java is too old, which everything else could only say by a stack
 * of errors. For that it is compiled for an older one than the rest, and names nothing of the rest but by its name.
 */
public final class Start {
    private static final int OLDEST = 21;

    private Start() {}

    /** Hands over to {@code Berth}, on a Java that can run it. */
    public static void main(String[] args) throws ReflectiveOperationException {
        int version = Runtime.version().feature();
        if (version < OLDEST) {
            System.err.println("Berth needs Java " + OLDEST + " or newer, and this is Java " + version + " ("
                    + System.getProperty("java.home") + ").");
            System.exit(1);
        }
        try {
            Class.forName("dev.berth.infra.Berth")
                    .getMethod("main", String[].class)
                    .invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e;
        }
    }
}
