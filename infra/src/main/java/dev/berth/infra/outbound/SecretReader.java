package dev.berth.infra.outbound;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads secrets from where their references say, each time anew, so that one can be changed without a restart.
 *
 * <p>A reference is {@code env:NAME} or {@code file:/absolute/path}. A secret is 1 to 8192 printable ASCII characters; a
 * file's last line end does not belong to it.
 */
public final class SecretReader {

    /** The longest secret, in bytes. */
    public static final int MOST_BYTES = 8192;

    private static final Pattern ENV = Pattern.compile("env:([A-Za-z_][A-Za-z0-9_]{0,127})");
    private static final String FILE = "file:";
    private static final int MOST_REFERENCE = 1024;

    private final Function<String, @Nullable String> environment;

    /** @param environment the value of a variable, null where it is not set */
    public SecretReader(Function<String, @Nullable String> environment) {
        this.environment = environment;
    }

    /** Reads this process's environment. */
    public static SecretReader ofProcess() {
        return new SecretReader(System::getenv);
    }

    /** What is wrong with a reference's form; empty where nothing is. Says nothing of whether it leads anywhere. */
    public static Optional<String> wrong(String reference) {
        if (reference.length() > MOST_REFERENCE) {
            return Optional.of("is too long");
        }
        if (ENV.matcher(reference).matches()) {
            return Optional.empty();
        }
        if (!reference.startsWith(FILE)) {
            return Optional.of("has to be env:NAME or file:/path");
        }
        try {
            Path path = Path.of(reference.substring(FILE.length()));
            boolean plain = path.isAbsolute() && path.normalize().equals(path);
            return plain ? Optional.empty() : Optional.of("has to name a file by its absolute path");
        } catch (InvalidPathException e) {
            return Optional.of("does not name a file");
        }
    }

    /** @throws SecretUnavailable when the reference is wrong, or leads to no secret */
    public Secret read(String reference) throws SecretUnavailable {
        Optional<String> wrong = wrong(reference);
        if (wrong.isPresent()) {
            throw new SecretUnavailable(reference, "The reference to the secret " + wrong.get() + ".");
        }
        String value = reference.startsWith(FILE)
                ? fromFile(reference, Path.of(reference.substring(FILE.length())))
                : fromEnvironment(reference);
        if (value.isEmpty()) {
            throw new SecretUnavailable(reference, "The secret at %s is empty.".formatted(reference));
        }
        if (value.length() > MOST_BYTES || !value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new SecretUnavailable(
                    reference,
                    "What is at %s is no secret: it has to be 1 to %d printable ASCII characters without spaces."
                            .formatted(reference, MOST_BYTES));
        }
        return new Secret(value);
    }

    private String fromEnvironment(String reference) throws SecretUnavailable {
        String value = environment.apply(reference.substring("env:".length()));
        if (value == null) {
            throw new SecretUnavailable(reference, "The variable of %s is not set.".formatted(reference));
        }
        return value.strip();
    }

    private static String fromFile(String reference, Path path) throws SecretUnavailable {
        // Not a device or a pipe, which could keep its reader for ever.
        if (!Files.isRegularFile(path)) {
            throw new SecretUnavailable(reference, "There is no file at %s.".formatted(reference));
        }
        try (InputStream in = Files.newInputStream(path)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 2);
            return new String(bytes, StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new SecretUnavailable(reference, "The file at %s can't be read.".formatted(reference));
        }
    }
}
