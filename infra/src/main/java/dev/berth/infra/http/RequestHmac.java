package dev.berth.infra.http;

import dev.berth.api.Command;
import dev.berth.command.RequestDigest;
import dev.berth.infra.http.input.Shape;
import dev.berth.infra.http.input.Shapes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.json.JsonMapper;

/**
 * HMAC-SHA256 over a request's canonical JSON under the deployment's key, in hex. A field that has its default counts
 * as left out: a request is the same with its defaults written out or not, and stays the same for ever when its method
 * gains a field with a default.
 */
public final class RequestHmac implements RequestDigest {
    private static final Set<String> LEFT_OUT = Set.of("tenantId", "idempotencyKey", "wait");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    /** @param key the deployment's secret key, 32 bytes */
    public RequestHmac(byte[] key) {
        if (key.length != 32) {
            throw new IllegalArgumentException("The key must have 32 bytes");
        }
        this.key = new SecretKeySpec(key, ALGORITHM);
    }

    @Override
    public String digest(Command command) {
        Map<String, Object> canonical = canonical(command);
        canonical.keySet().removeAll(LEFT_OUT);
        byte[] json = JSON.writeValueAsString(canonical).getBytes(StandardCharsets.UTF_8);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return HexFormat.of().formatHex(mac.doFinal(json));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }

    private static Map<String, Object> canonical(Object record) {
        Map<String, Object> fields = new TreeMap<>();
        for (Shape.Field field : Shapes.of(record.getClass()).fields()) {
            Object value = field.of(record);
            if (value != null && !Objects.equals(value, field.defaultValue())) {
                fields.put(field.name(), canonicalValue(value));
            }
        }
        return fields;
    }

    private static Object canonicalValue(Object value) {
        return switch (value) {
            case Record record -> canonical(record);
            case Enum<?> constant -> Shapes.word(constant);
            case List<?> list -> list.stream().map(RequestHmac::canonicalValue).toList();
            case Set<?> set -> sorted(set);
            case Map<?, ?> map -> sorted(map);
            default -> value;
        };
    }

    private static List<Object> sorted(Set<?> set) {
        List<Object> items =
                new ArrayList<>(set.stream().map(RequestHmac::canonicalValue).toList());
        items.sort((a, b) -> a.toString().compareTo(b.toString()));
        return items;
    }

    private static Map<String, Object> sorted(Map<?, ?> map) {
        Map<String, Object> fields = new TreeMap<>();
        map.forEach((name, value) -> fields.put((String) name, canonicalValue(Objects.requireNonNull(value))));
        return fields;
    }
}
