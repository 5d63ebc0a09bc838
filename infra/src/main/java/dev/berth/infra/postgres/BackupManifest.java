package dev.berth.infra.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a backup consists of. It is written last, with its own digest beside it; a folder without it is no backup.
 *
 * @param format 1
 * @param createdAt when the snapshot was taken
 * @param databaseVersion as {@code server_version_num}; for the reader only
 * @param migrations those that had made the schema, in order
 * @param tables all tables but the migrations' own
 * @param sequences their positions
 * @param files those of the data directory: keys, the simulator's state
 */
record BackupManifest(
        int format,
        Instant createdAt,
        int databaseVersion,
        List<Migration> migrations,
        List<Table> tables,
        List<Sequence> sequences,
        List<StoredFile> files) {

    static final int FORMAT = 1;
    static final String FILE = "manifest.json";
    static final String DIGEST_FILE = "manifest.sha256";

    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** A migration that was applied, and the table that says so; the version is null for a repeatable one. */
    record Migration(
            String history,
            @Nullable String version,
            String script,
            @Nullable Integer checksum) {}

    /** A table's rows as COPY text, compressed. */
    record Table(String name, List<String> columns, long rows, StoredFile data) {}

    /** A sequence's position as {@code setval} takes it. */
    record Sequence(String name, long lastValue, boolean called) {}

    /**
     * A file of the backup.
     *
     * @param path inside the backup, with slashes
     * @param mode as {@code rw-------}; what it gets when restored
     */
    record StoredFile(String path, String mode, long bytes, String sha256) {

        /**
         * Whether the file in this backup is what was written.
         *
         * @throws IOException if it can't be read
         */
        boolean isIntact(Path backup) throws IOException {
            Path file = backup.resolve(path).normalize();
            return file.startsWith(backup.normalize())
                    && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) == bytes
                    && digest(file).equals(sha256);
        }
    }

    /** Writes the manifest and its digest. */
    void write(Path backup) throws IOException {
        byte[] json = MAPPER.writeValueAsBytes(this);
        DurableFiles.replace(backup.resolve(FILE), json);
        DurableFiles.replace(
                backup.resolve(DIGEST_FILE),
                (HexFormat.of().formatHex(sha256().digest(json)) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads the manifest and checks every file that it names.
     *
     * @throws StartupRefused if this is no complete and intact backup of a known format
     */
    static BackupManifest verified(Path backup) {
        Path file = backup.resolve(FILE);
        if (Backup.isPartial(backup)
                || !Files.isRegularFile(file)
                || !Files.isRegularFile(backup.resolve(DIGEST_FILE))) {
            throw new StartupRefused("The folder " + backup + " is not a complete backup.");
        }
        try {
            if (!Files.readString(backup.resolve(DIGEST_FILE)).strip().equals(digest(file))) {
                throw new StartupRefused(
                        "The backup " + backup + " was changed: " + FILE + " is not what was written.");
            }
            BackupManifest manifest = MAPPER.readValue(Files.readAllBytes(file), BackupManifest.class);
            if (manifest.format() != FORMAT) {
                throw new StartupRefused("The backup " + backup + " was made by a newer version of Berth.");
            }
            for (Table table : manifest.tables()) {
                requireIntact(backup, table.data());
            }
            for (StoredFile stored : manifest.files()) {
                requireIntact(backup, stored);
            }
            return manifest;
        } catch (IOException | JacksonException e) {
            throw new StartupRefused("The backup " + backup + " can't be read: " + e.getMessage() + ".", e);
        }
    }

    static String digest(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static void requireIntact(Path backup, StoredFile stored) throws IOException {
        if (!stored.isIntact(backup)) {
            throw new StartupRefused(
                    "The backup " + backup + " was changed: " + stored.path() + " is not what was written.");
        }
    }
}
