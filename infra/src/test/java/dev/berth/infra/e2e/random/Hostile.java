package dev.berth.infra.e2e.random;

import dev.berth.infra.e2e.random.RandomInput.Flaw;
import dev.berth.infra.e2e.random.RandomInput.Shot;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Bodies that no program sends that means well. */
final class Hostile {
    private static final int LIMIT = 256 * 1024;

    private Hostile() {}

    static Shot shot(String method, byte[] valid, boolean chunked, RandomGenerator random) {
        String json = "application/json";
        return switch (random.nextInt(18)) {
            case 0 -> shape(method, new byte[0], json, chunked, "empty");
            case 1 ->
                shape(method, text("[" + new String(valid, StandardCharsets.UTF_8) + "]"), json, chunked, "array");
            case 2 -> shape(method, Arrays.copyOf(valid, random.nextInt(valid.length)), json, chunked, "cut off");
            case 3 -> shape(method, brokenUtf8(valid, random), json, chunked, "broken UTF-8");
            case 4 -> shape(method, text(nested("[", 100_000)), json, chunked, "deep arrays");
            case 5 -> shape(method, text(nested("{\"a\":", 20_000)), json, chunked, "deep objects");
            case 6 -> shape(method, text("{\"tenantId\":" + "9".repeat(100_000) + "}"), json, chunked, "long number");
            case 7 -> shape(method, text("{\"tenantId\":1e" + "9".repeat(300) + "}"), json, chunked, "exponent");
            case 8 -> shape(method, random(random), json, chunked, "noise");
            case 9 -> shape(method, text(new String(valid, StandardCharsets.UTF_8) + " 1"), json, chunked, "trailing");
            case 10 -> shape(method, valid, "text/plain", chunked, "text/plain");
            case 11 -> shape(method, valid, "application/json; charset=utf-16", chunked, "charset");
            case 12 -> shape(method, valid, "multipart/form-data; boundary=x", chunked, "multipart");
            case 13 ->
                shape(
                        method,
                        new String(valid, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16),
                        json,
                        chunked,
                        "UTF-16");
            case 14 -> shape(method, text(manyUnknown()), json, chunked, "many unknown fields");
            case 15 -> shape(method, text("{\"" + "k".repeat(200_000) + "\":1}"), json, chunked, "long name");
            case 16 ->
                new Shot(
                        method,
                        padded(valid, LIMIT + 1 + random.nextInt(100_000)),
                        json,
                        chunked,
                        Flaw.SIZE,
                        "too large");
            default -> new Shot(method, padded(valid, LIMIT), json, chunked, Flaw.NONE, "as large as may be");
        };
    }

    private static Shot shape(String method, byte[] body, String contentType, boolean chunked, String what) {
        return new Shot(method, body, contentType, chunked, Flaw.SHAPE, what);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String nested(String opening, int depth) {
        return "{\"tenantId\":" + opening.repeat(depth);
    }

    private static byte[] brokenUtf8(byte[] valid, RandomGenerator random) {
        byte[] broken = valid.clone();
        byte[] never = {(byte) 0xff, (byte) 0xc0, (byte) 0xfe, (byte) 0xf8};
        broken[random.nextInt(broken.length)] = never[random.nextInt(never.length)];
        return broken;
    }

    private static byte[] random(RandomGenerator random) {
        byte[] noise = new byte[1 + random.nextInt(2000)];
        random.nextBytes(noise);
        noise[0] = (byte) 0x80;
        return noise;
    }

    private static String manyUnknown() {
        StringBuilder out = new StringBuilder("{");
        for (int i = 0; i < 20_000; i++) {
            out.append(i == 0 ? "" : ",").append("\"f").append(i).append("\":1");
        }
        return out.append('}').toString();
    }

    private static byte[] padded(byte[] valid, int length) {
        byte[] padded = Arrays.copyOf(valid, Math.max(length, valid.length));
        Arrays.fill(padded, valid.length, padded.length, (byte) ' ');
        return padded;
    }
}
