package dev.berth.infra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretReaderTest {

    private static final String TOKEN = "dop_v1_0123456789abcdef";

    private final Map<String, String> environment = new HashMap<>();
    private final SecretReader reader = new SecretReader(environment::get);

    @TempDir
    private Path directory;

    private String file(String content) throws Exception {
        return "file:" + Files.writeString(directory.resolve("token"), content);
    }

    @Test
    void secretsAreReadAnewEachTime() throws Exception {
        environment.put("DO_TOKEN", TOKEN);
        assertThat(reader.read("env:DO_TOKEN").value()).isEqualTo(TOKEN);
        environment.put("DO_TOKEN", "other");
        assertThat(reader.read("env:DO_TOKEN").value()).isEqualTo("other");
        String file = file(TOKEN + "\n");
        assertThat(reader.read(file).value()).isEqualTo(TOKEN);
        file("rotated");
        assertThat(reader.read(file).value()).isEqualTo("rotated");
    }

    @Test
    void aSecretNeverShowsItself() throws Exception {
        environment.put("T", TOKEN);
        Secret secret = reader.read("env:T");
        assertThat(secret.toString()).doesNotContain(TOKEN);
        assertThat(secret.fingerprint()).hasSize(32).doesNotContain(TOKEN);
        assertThat(secret.redact("bad token " + TOKEN)).isEqualTo("bad token [secret]");
        assertThat(reader.read("env:T").fingerprint()).isEqualTo(secret.fingerprint());
    }

    @Test
    void whatLeadsToNoSecretIsSaidWithoutItsContent() throws Exception {
        environment.put("EMPTY", " ");
        environment.put("SPLIT", TOKEN + "\r\nX-Evil: 1");
        for (String reference : new String[] {
            "env:NONE",
            "env:EMPTY",
            "env:SPLIT",
            file("x".repeat(SecretReader.MOST_BYTES + 1)),
            "file:" + directory,
            "file:/nonexistent/secret",
            "file:/dev/zero"
        }) {
            assertThatThrownBy(() -> reader.read(reference))
                    .isInstanceOf(SecretUnavailable.class)
                    .hasMessageContaining(reference)
                    .hasMessageNotContaining(TOKEN)
                    .hasMessageNotContaining("xxxxx");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "DO_TOKEN",
                "env:",
                "env:1A",
                "env:A-B",
                "env:A B",
                "file:",
                "file:x",
                "file:/a/../b",
                "vault:x"
            })
    void otherReferencesAreWrong(String reference) {
        assertThat(SecretReader.wrong(reference)).isPresent();
        assertThatThrownBy(() -> reader.read(reference)).isInstanceOf(SecretUnavailable.class);
    }
}
