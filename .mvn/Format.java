import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/**
 * Checks that every Java source is formatted, or formats it. Run by the root pom, from the root folder.
 *
 * <p>Most sources are as the last run left them. What was found formatted is remembered by its hash, so that a check
 * costs about as much as what has changed.
 */
class Format {

    private static final Path REMEMBERED = Path.of("target", "formatted.txt");

    public static void main(String[] args) throws IOException {
        var apply = args[0].equals("apply");
        var formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
                .style(JavaFormatterOptions.Style.PALANTIR)
                .build());
        Set<String> known = Files.exists(REMEMBERED) ? new HashSet<>(Files.readAllLines(REMEMBERED)) : Set.of();
        var good = new ConcurrentSkipListSet<String>();
        var bad = new ConcurrentSkipListSet<Path>();

        sources().parallelStream().forEach(path -> {
            var source = read(path);
            if (known.contains(hash(source))) {
                good.add(hash(source));
                return;
            }
            var formatted = format(formatter, path, source);
            if (formatted.equals(source) || apply) {
                good.add(hash(formatted));
            }
            if (!formatted.equals(source)) {
                bad.add(path);
                if (apply) {
                    write(path, formatted);
                }
            }
        });

        Files.createDirectories(REMEMBERED.getParent());
        Files.write(REMEMBERED, good);
        if (!bad.isEmpty()) {
            bad.forEach(path -> System.err.println((apply ? "formatted: " : "not formatted: ") + path));
            if (!apply) {
                System.err.println("To format them: mvn -N verify -Dformat=apply");
                System.exit(1);
            }
        }
    }

    private static Set<Path> sources() throws IOException {
        var found = new TreeSet<Path>();
        found.add(Path.of(".mvn", "Format.java"));
        for (var module : list(Path.of(""))) {
            var src = module.resolve("src");
            if (Files.isDirectory(src)) {
                try (Stream<Path> tree = Files.walk(src)) {
                    tree.filter(path -> path.toString().endsWith(".java")).forEach(found::add);
                }
            }
        }
        return found;
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.toList();
        }
    }

    private static String format(Formatter formatter, Path path, String source) {
        try {
            return formatter.formatSourceAndFixImports(source);
        } catch (FormatterException e) {
            throw new IllegalStateException(path + ": " + e.getMessage(), e);
        }
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path path, String content) {
        try {
            Files.writeString(path, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String hash(String source) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(source.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
