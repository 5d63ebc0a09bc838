package dev.berth.infra.digitalocean;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a Droplet is given for its first boot. SSH keys go with it, since the API itself takes only keys that were stored in
 * the account before.
 */
final class CloudInit {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String BOUNDARY = "==berth==";

    private CloudInit() {}

    /** Null where there is nothing to give. */
    static @Nullable String of(List<String> sshKeys, @Nullable String userData) {
        if (sshKeys.isEmpty()) {
            return userData;
        }
        StringBuilder keys = new StringBuilder("#cloud-config\nssh_authorized_keys:\n");
        // JSON strings are YAML strings.
        sshKeys.forEach(
                key -> keys.append("- ").append(JSON.writeValueAsString(key)).append('\n'));
        if (userData == null || userData.isEmpty()) {
            return keys.toString();
        }
        return """
            Content-Type: multipart/mixed; boundary="%1$s"
            MIME-Version: 1.0

            --%1$s
            Content-Type: text/cloud-config; charset="utf-8"
            Merge-Type: list(append)+dict(recurse_array,no_replace)+str()

            %2$s
            --%1$s
            Content-Type: %3$s; charset="utf-8"

            %4$s
            --%1$s--
            """.formatted(BOUNDARY, keys, type(userData), userData);
    }

    private static String type(String userData) {
        if (userData.startsWith("#cloud-config")) {
            return "text/cloud-config";
        }
        return userData.startsWith("#!") ? "text/x-shellscript" : "text/plain";
    }
}
