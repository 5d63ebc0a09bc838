package dev.berth.query.feed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What subscribers rely on stays. Each version of each published type has a file; the code must still publish what it says,
 * and may only add to it. With {@code -Dgolden.write=true} additions are written, and new types; what breaks is not.
 */
class EventContractTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/published");
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    static List<EventContract.Document> documents() {
        return EventContract.documents();
    }

    private static Path file(EventContract.Document document) {
        return FOLDER.resolve(document.type() + "." + document.version() + ".json");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void aPublishedTypeOnlyGrows(EventContract.Document document) throws IOException {
        Path file = file(document);
        String now = JSON.writeValueAsString(document.schema()) + "\n";
        if (Files.exists(file)) {
            assertThat(ContractChanges.breaking(document.type(), read(file), document.schema()))
                    .as("Subscribers rely on this. Publish it as it was, or under a new version.")
                    .isEmpty();
        }
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(FOLDER);
            Files.writeString(file, now);
        }
        assertThat(file).exists();
        assertThat(now)
                .as("Only additions: write them with -Dgolden.write=true")
                .isEqualTo(Files.readString(file));
    }

    @Test
    void whatWasPublishedOnceStillIs() throws IOException {
        Set<String> now = documents().stream()
                .map(document -> file(document).getFileName().toString())
                .collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())).allSatisfy(name -> {
                String[] parts = name.split("\\.(?=[0-9]+\\.json$)");
                int version = Integer.parseInt(parts[1].replace(".json", ""));
                assertThat(now)
                        .as("%s or a later version of it", name)
                        .anyMatch(it -> it.startsWith(parts[0] + ".")
                                && version <= PublishedTypes.of(parts[0]).version());
            });
        }
    }

    @Test
    void everyTypeSaysWhatItTellsAndNoneIsMadeUp() {
        assertThat(documents())
                .allSatisfy(document -> assertThat(document.summary())
                        .as("what %s tells", document.type())
                        .endsWith("."));
        assertThat(documents().stream().map(EventContract.Document::type))
                .containsExactlyInAnyOrderElementsOf(PublishedTypes.known());
    }

    @Test
    void anExampleHasEveryFieldThatIsRequired() {
        assertThat(documents())
                .allSatisfy(document -> assertThat(document.example().keySet())
                        .as(document.type())
                        .containsAll(document.fields().stream()
                                .filter(EventContract.Field::required)
                                .map(EventContract.Field::name)
                                .toList()));
    }

    @Test
    void anOptionalFieldIsNotRequired() {
        EventContract.Document created = documents().stream()
                .filter(it -> it.type().equals("instance.created"))
                .findFirst()
                .orElseThrow();
        assertThat(created.fields())
                .filteredOn(it -> it.name().equals("projectId") || it.name().equals("poolId"))
                .extracting(EventContract.Field::name, EventContract.Field::required)
                .containsExactlyInAnyOrder(
                        org.assertj.core.api.Assertions.tuple("projectId", false),
                        org.assertj.core.api.Assertions.tuple("poolId", true));
    }

    @Test
    void aChangeThatBreaksIsFoundAndAnAdditionIsNone() {
        Map<String, Object> before = object(Map.of("id", Map.of("type", "string"), "kind", words("a", "b")), "id");
        assertThat(ContractChanges.breaking("x", before, before)).isEmpty();
        Map<String, Object> more = object(
                Map.of("id", Map.of("type", "string"), "kind", words("a", "b", "c"), "new", Map.of("type", "boolean")),
                "id",
                "new");
        assertThat(ContractChanges.breaking("x", before, more)).isEmpty();
        assertThat(ContractChanges.breaking(
                        "x", before, object(Map.of("id", Map.of("type", "string"), "kind", words("a")), "id")))
                .containsExactly("x.kind: a word of [a, b] is gone");
        assertThat(ContractChanges.breaking(
                        "x", before, object(Map.of("id", Map.of("type", "integer"), "kind", words("a", "b")), "id")))
                .containsExactly("x.id: type was string and is integer");
        assertThat(ContractChanges.breaking("x", before, object(Map.of("id", Map.of("type", "string")), "id")))
                .containsExactly("x.kind is gone");
        assertThat(ContractChanges.breaking(
                        "x", before, object(Map.of("id", Map.of("type", "string"), "kind", words("a", "b")))))
                .containsExactly("x.id may be absent now");
    }

    private static Map<String, Object> object(Map<String, ?> properties, String... required) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "object");
        schema.put("properties", properties);
        schema.put("required", List.of(required));
        return schema;
    }

    private static Map<String, Object> words(String... words) {
        return Map.of("type", "string", "enum", List.of(words));
    }

    private static Map<String, Object> read(Path file) throws IOException {
        return JSON.readValue(Files.readString(file), new TypeReference<Map<String, Object>>() {});
    }
}
