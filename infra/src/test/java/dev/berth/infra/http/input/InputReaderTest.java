package dev.berth.infra.http.input;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.iam.Role;
import dev.berth.api.iam.TestDecision;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.ListInstances;
import dev.berth.api.node.RegisterNode;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.quota.SetQuota;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InputReaderTest {
    private static final String POOL = "pool_01jd8h2xkq5v7m3c9w4t6n8r0a";
    private static final String FLAVOR =
            "\"tenantId\":\"acme\",\"poolId\":\"" + POOL + "\",\"name\":\"small\",\"memoryGiB\":4,\"diskGiB\":40";
    private static final String INSTANCE = "\"tenantId\":\"acme\",\"poolId\":\"" + POOL
            + "\",\"flavor\":\"small\",\"imageId\":\"debian-13\",\"idempotencyKey\":\"k\"";

    @Test
    void readsEveryFieldAndFillsInDefaults() {
        CreateInstance read = done(CreateInstance.class, "{" + INSTANCE + "}");

        assertThat(read.sshKeys()).isEmpty();
        assertThat(read.desiredState()).isEqualTo(InitialState.RUNNING);
        assertThat(read.projectId()).isNull();
        assertThat(read.waitFor()).isNull();
        assertThat(done(CreateInstance.class, "{" + INSTANCE + ",\"wait\":{\"timeoutMs\":30000}}")
                        .waitFor()
                        .timeoutMs())
                .isEqualTo(30000);
        assertThat(done(ListInstances.class, "{\"tenantId\":\"acme\"}").limit()).isEqualTo(50);
    }

    @Test
    void readsNestedObjectsSetsAndEnums() {
        RegisterNode node = done(
                RegisterNode.class,
                "{\"tenantId\":\"acme\",\"poolId\":\"" + POOL + "\",\"name\":\"n\",\"driver\":\"simulated\","
                        + "\"capacity\":{\"vcpu\":1,\"memoryGiB\":2,\"diskGiB\":3},\"idempotencyKey\":\"k\"}");
        assertThat(node.capacity().diskGiB()).isEqualTo(3);
        assertThat(node.capacity().gpus()).isZero();

        CreateToken token = done(
                CreateToken.class,
                "{\"tenantId\":\"acme\",\"principal\":\"bob\",\"roles\":[\"reader\",\"member\"],\"ttlSeconds\":60}");
        assertThat(token.roles()).isEqualTo(Set.of(Role.READER, Role.MEMBER));
        assertThat(token.ttlSeconds()).isEqualTo(60);

        TestDecision test = done(
                TestDecision.class,
                "{\"tenantId\":\"acme\",\"principal\":\"bob\",\"action\":\"compute:pools:read\",\"resource\":"
                        + "{\"type\":\"compute-pool\",\"id\":\"p\",\"attributes\":{\"a\":\"x\",\"b\":7,\"c\":true}}}");
        assertThat(test.resource().attributes()).isEqualTo(Map.of("a", "x", "b", 7L, "c", true));
    }

    @Test
    void tellsEveryViolationAtOnce() {
        List<Violation> violations = violations(
                CreateInstance.class,
                "{\"tenantId\":\"no spaces\",\"poolId\":7,\"flavor\":null,\"imageId\":\"debian-13\","
                        + "\"sshKeys\":[\"ssh-ed25519 AAAA\",\"ssh-rsa AAAA me\",\"nonsense\",4],\"colour\":\"red\","
                        + "\"desiredState\":\"paused\",\"wait\":{\"timeoutMs\":30001,\"unit\":\"s\"}}");

        assertThat(violations)
                .extracting(Violation::field)
                .containsExactlyInAnyOrder(
                        "tenantId",
                        "poolId",
                        "flavor",
                        "sshKeys[2]",
                        "sshKeys[3]",
                        "colour",
                        "desiredState",
                        "wait.timeoutMs",
                        "wait.unit",
                        "idempotencyKey");
        assertThat(message(violations, "poolId")).isEqualTo("must be a string");
        assertThat(message(violations, "flavor")).isEqualTo("must not be null");
        assertThat(message(violations, "colour")).isEqualTo("is not a known field");
        assertThat(message(violations, "desiredState")).isEqualTo("must be one of running, stopped");
        assertThat(message(violations, "wait.timeoutMs")).isEqualTo("must be between 0 and 30000");
        assertThat(message(violations, "idempotencyKey")).isEqualTo("is required");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.0", "\"2\"", "2e0", "true", "[]", "{}", "null", "0", "513", "-1", "1.5"})
    void anIntegerIsAWholeNumberWithinItsBounds(String vcpu) {
        assertThat(violations(CreateFlavor.class, "{" + FLAVOR + ",\"vcpu\":" + vcpu + "}"))
                .extracting(Violation::field)
                .containsExactly("vcpu");
    }

    @Test
    void hugeNumbersAreOutOfBoundsAndCheapToRefuse() {
        String huge = "9".repeat(200_000);
        assertThat(message(violations(CreateFlavor.class, "{" + FLAVOR + ",\"vcpu\":" + huge + "}"), "vcpu"))
                .isEqualTo("must be between 1 and 512");
        assertThat(violations(CreateFlavor.class, "{" + FLAVOR + ",\"vcpu\":4294967297}"))
                .hasSize(1);
        String quota = "{\"tenantId\":\"acme\",\"poolId\":\"" + POOL + "\",\"resource\":\"vcpu\",\"max\":";
        assertThat(violations(SetQuota.class, quota + "18446744073709551617}")).hasSize(1);
        assertThat(violations(SetQuota.class, quota + "-9223372036854775809}")).hasSize(1);
        assertThat(done(SetQuota.class, quota + "1000000000}").max()).isEqualTo(1_000_000_000L);
    }

    @Test
    void lengthsCountCodePoints() {
        String emoji = "😀";
        CreateInstance read =
                done(CreateInstance.class, "{" + INSTANCE + ",\"userData\":\"" + emoji.repeat(32768) + "\"}");
        assertThat(read.userData()).hasSize(65536);
        assertThat(message(
                        violations(
                                CreateInstance.class,
                                "{" + INSTANCE + ",\"userData\":\"" + emoji.repeat(32769) + "\"}"),
                        "userData"))
                .isEqualTo("must have at most 32768 characters");
    }

    @Test
    void listsAndSetsAreBounded() {
        String keys = "\"ssh-ed25519 AAAA\",".repeat(33);
        assertThat(message(
                        violations(
                                CreateInstance.class,
                                "{" + INSTANCE + ",\"sshKeys\":[" + keys.substring(0, keys.length() - 1) + "]}"),
                        "sshKeys"))
                .isEqualTo("must have at most 32 items");
        String token = "{\"tenantId\":\"acme\",\"principal\":\"bob\",\"roles\":";
        assertThat(message(violations(CreateToken.class, token + "[]}"), "roles"))
                .isEqualTo("must have 1 to 3 items");
        assertThat(message(violations(CreateToken.class, token + "[\"admin\",\"admin\"]}"), "roles[1]"))
                .isEqualTo("is in the set already");
        assertThat(message(violations(CreateToken.class, token + "\"admin\"}"), "roles"))
                .isEqualTo("must be an array");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh-ed25519 AAAA\\nssh-rsa BBBB",
                "ssh-dss AAAA",
                "AAAA",
                "ssh-ed25519",
                "ssh-ed25519 ",
                " ssh-ed25519 AAAA",
                "ssh-ed25519 AAAA\\n",
                "ssh-ed25519\\tAAAA",
                "command=\\\"rm\\\" ssh-ed25519 AAAA"
            })
    void anSshKeyIsOneLineOfAKnownType(String key) {
        assertThat(violations(CreateInstance.class, "{" + INSTANCE + ",\"sshKeys\":[\"" + key + "\"]}"))
                .extracting(Violation::field)
                .containsExactly("sshKeys[0]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ssh-ed25519 AAAAC3Nz ann@example.com",
                "ssh-rsa AAAAB3Nz",
                "ecdsa-sha2-nistp256 AAAA a comment with spaces",
                "sk-ssh-ed25519@openssh.com AAAA key"
            })
    void sshKeysOfKnownTypesAreTaken(String key) {
        assertThat(done(CreateInstance.class, "{" + INSTANCE + ",\"sshKeys\":[\"" + key + "\"]}")
                        .sshKeys())
                .containsExactly(key);
    }

    @Test
    void charactersThatCannotBeStoredAreRefused() {
        assertThat(message(
                        violations(CreateInstance.class, "{" + INSTANCE + ",\"userData\":\"a\\u0000b\"}"), "userData"))
                .isEqualTo("must not hold the character U+0000");
        for (String half : List.of("\\ud83d", "\\ude00", "\\ud83dx", "\\ude00\\ud83d")) {
            assertThat(message(
                            violations(CreateInstance.class, "{" + INSTANCE + ",\"userData\":\"" + half + "\"}"),
                            "userData"))
                    .isEqualTo("must not hold an unpaired surrogate");
        }
        assertThat(done(CreateInstance.class, "{" + INSTANCE + ",\"userData\":\"\\ud83d\\ude00\"}")
                        .userData())
                .isEqualTo("😀");
    }

    @Test
    void namesOfUnknownFieldsAreShownShortAndPrintable() {
        String field = violations(
                        CreateInstance.class, "{" + INSTANCE + ",\"\\ud83d\\u0000" + "x".repeat(500) + "\":1}")
                .getFirst()
                .field();
        assertThat(field).startsWith("\ufffd\ufffdxxx").endsWith("…").hasSize(101);
    }

    @Test
    void aFieldGivenTwiceIsRefused() {
        assertThat(message(violations(CreateInstance.class, "{" + INSTANCE + ",\"tenantId\":\"acme\"}"), "tenantId"))
                .isEqualTo("is given more than once");
    }

    @Test
    void attributesAreStringsIntegersOrBooleans() {
        String before = "{\"tenantId\":\"acme\",\"principal\":\"bob\",\"action\":\"compute:pools:read\",\"resource\":"
                + "{\"type\":\"compute-pool\",\"id\":\"p\",\"attributes\":";
        assertThat(violations(
                        TestDecision.class,
                        before + "{\"a\":1.5,\"b\":null,\"c\":[1],\"d\":{\"e\":1},\"f\":1,\"f\":2,\"\\u0000\":1}}}"))
                .extracting(Violation::field)
                .containsExactlyInAnyOrder(
                        "resource.attributes.a",
                        "resource.attributes.b",
                        "resource.attributes.c",
                        "resource.attributes.d",
                        "resource.attributes.f",
                        "resource.attributes.\ufffd");
        assertThat(violations(TestDecision.class, before + "7}}"))
                .extracting(Violation::field)
                .containsExactly("resource.attributes");
    }

    @Test
    void aNestedObjectThatIsMissingOrOfAnotherTypeIsTold() {
        String before = "{\"tenantId\":\"acme\",\"name\":\"p\",\"kind\":\"vps-host\",\"idempotencyKey\":\"k\"";
        assertThat(message(violations(CreatePool.class, before + "}"), "quotas"))
                .isEqualTo("is required");
        assertThat(message(violations(CreatePool.class, before + ",\"quotas\":[]}"), "quotas"))
                .isEqualTo("must be an object");
        assertThat(violations(CreatePool.class, before + ",\"quotas\":{\"vcpu\":-1,\"ram\":1}}"))
                .extracting(Violation::field)
                .containsExactly("quotas.vcpu", "quotas.ram");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "[]", "7", "\"x\"", "null", "true"})
    void aBodyThatIsNoObjectIsRefused(String body) {
        assertThat(violations(ListInstances.class, body))
                .containsExactly(new Violation("body", "must be a JSON object"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"tenantId\":}",
                "{\"tenantId\":\"acme\"",
                "{'tenantId':'acme'}",
                "{\"tenantId\":\"acme\",}",
                "{\"tenantId\":\"a\nb\"}",
                "{\"limit\":01}",
                "{\"limit\":NaN}",
                "{\"tenantId\":\"\\x\"}",
                "// hello\n{}",
                "\ufeff{}"
            })
    void aBodyThatIsNoJsonIsRefused(String body) {
        assertThat(violations(ListInstances.class, body)).singleElement().satisfies(violation -> {
            assertThat(violation.field()).isEqualTo("body");
            assertThat(violation.message()).startsWith("is not valid JSON");
        });
    }

    @Test
    void whatFollowsTheObjectIsRefused() {
        assertThat(message(violations(ListInstances.class, "{\"tenantId\":\"acme\"}{}"), "body"))
                .isEqualTo("must be one JSON object and nothing after it");
    }

    @Test
    void depthIsBounded() {
        String deep = "[".repeat(100_000);
        assertThat(message(violations(ListInstances.class, "{\"x\":" + deep), "body"))
                .isEqualTo("is nested more than 32 levels deep");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        byte[][] broken = {
            {'{', (byte) 0xff, '}'},
            {'{', '"', (byte) 0xc0, (byte) 0x80, '"', '}'},
            {'{', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', '}'},
            {'{', '"', (byte) 0xe2, (byte) 0x82}
        };
        for (byte[] body : broken) {
            assertThat(refused(InputReader.read(ListInstances.class, body)))
                    .containsExactly(new Violation("body", "is not valid UTF-8"));
        }
        assertThat(refused(InputReader.read(
                        ListInstances.class, "{\"tenantId\":\"acme\"}".getBytes(StandardCharsets.UTF_16))))
                .hasSize(1);
    }

    @Test
    void aFloodOfViolationsIsCutOff() {
        String body = "\"x\":1,".repeat(40_000);
        assertThat(violations(ListInstances.class, "{" + body + "\"y\":1}")).hasSize(Violations.MOST);
    }

    private static <T> T done(Class<T> type, String body) {
        Outcome<T> outcome = InputReader.read(type, body.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome).isInstanceOf(Outcome.Done.class);
        return ((Outcome.Done<T>) outcome).value();
    }

    private static List<Violation> violations(Class<?> type, String body) {
        return refused(InputReader.read(type, body.getBytes(StandardCharsets.UTF_8)));
    }

    @SuppressWarnings("unchecked")
    private static List<Violation> refused(Outcome<?> outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Refused.class);
        Problem problem = ((Outcome.Refused<?>) outcome).problem();
        assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_INPUT);
        return (List<Violation>) problem.details().get("violations");
    }

    private static String message(List<Violation> violations, String field) {
        return violations.stream()
                .filter(violation -> violation.field().equals(field))
                .map(Violation::message)
                .reduce((a, b) -> a + "; " + b)
                .orElseThrow(() -> new AssertionError("Nothing is told of " + field + ": " + violations));
    }
}
