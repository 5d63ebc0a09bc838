package dev.berth.infra.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads a backup without restoring it. */
final class BackupReading {

    private BackupReading() {}

    static List<String> lines(Path backup, BackupManifest manifest, String table) throws IOException {
        String path = manifest.tables().stream()
                .filter(each -> each.name().equals(table))
                .findAny()
                .orElseThrow()
                .data()
                .path();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(backup.resolve(path)))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }
}
