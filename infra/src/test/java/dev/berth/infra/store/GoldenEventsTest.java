package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.EventTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.MergedTrackingToken;
import org.axonframework.eventhandling.ReplayToken;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.messaging.MetaData;
import org.axonframework.serialization.SerializationException;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SimpleSerializedObject;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.ObjectMapper;

/**
 * Every revision of an event that was ever written stays readable. With {@code -Dgolden.write=true} the files that are
 * missing are written, for a person to read and commit; none that is there is ever changed.
 */
class GoldenEventsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/events");
    private static final StableNameSerializer SERIALIZER = new StableNameSerializer(new StoredTypes());
    private static final ObjectMapper JSON = SERIALIZER.getObjectMapper();

    static List<Class<?>> types() {
        return EventTypes.all();
    }

    @BeforeAll
    static void writeWhatIsMissing() throws IOException {
        if (!Boolean.getBoolean("golden.write")) {
            return;
        }
        Files.createDirectories(FOLDER);
        for (Class<?> type : types()) {
            if (Files.notExists(file(type))) {
                String json = SERIALIZER.write(new Samples().of(type));
                Files.writeString(
                        file(type),
                        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(JSON.readTree(json)) + "\n");
            }
        }
    }

    private static Path file(Class<?> type) {
        return FOLDER.resolve(EventTypes.name(type) + "." + EventTypes.revision(type) + ".json");
    }

    @ParameterizedTest
    @MethodSource("types")
    void an_event_is_read_and_written_as_it_was(Class<?> type) throws IOException {
        assertThat(file(type)).exists();
        String golden = Files.readString(file(type));

        Object event = read(EventTypes.name(type), EventTypes.revision(type), golden);

        assertThat(event).isInstanceOf(type).isEqualTo(new Samples().of(type));
        String written = SERIALIZER.serialize(event, String.class).getData();
        assertThat(JSON.readTree(written)).isEqualTo(JSON.readTree(golden));
    }

    @Test
    void every_file_belongs_to_a_type() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString())).allSatisfy(name -> {
                String[] parts = name.replaceFirst("\\.json$", "").split("\\.(?=[^.]+$)");
                assertThat(EventTypes.byName(parts[0])).isPresent();
            });
        }
    }

    @Test
    void an_unknown_name_and_an_unknown_revision_are_errors() {
        assertThatThrownBy(() -> read("instance.imagined", "1", "{}"))
                .isInstanceOf(UnreadableStoredType.class)
                .hasMessageContaining("instance.imagined");
        assertThatThrownBy(() -> read("instance.stopping", "99", "{}"))
                .isInstanceOf(UnreadableStoredType.class)
                .hasMessageContaining("99");
        assertThatThrownBy(() -> read("instance.stopping", "1", "{\"unknownField\":1}"))
                .isInstanceOf(SerializationException.class)
                .cause()
                .hasMessageContaining("unknownField");
    }

    @Test
    void what_has_no_name_can_not_be_stored() {
        assertThatThrownBy(() -> SERIALIZER.serialize(new StringBuilder(), String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("StringBuilder");
    }

    @Test
    void metadata_is_read_as_it_was_and_what_is_not_plain_as_its_json() {
        MetaData metadata = MetaData.with("actor", "alice").and("count", 3).and("list", Map.of("a", List.of(1)));

        SerializedObject<String> stored = SERIALIZER.serialize(metadata, String.class);

        MetaData read = SERIALIZER.deserialize(stored);
        assertThat(Map.<String, Object>copyOf(read))
                .isEqualTo(Map.of("actor", "alice", "count", 3, "list", "{\"a\":[1]}"));
    }

    @Test
    void tokens_within_tokens_have_stable_names_too() {
        GapAwareTrackingToken one = GapAwareTrackingToken.newInstance(7, List.of(3L, 5L));
        GapAwareTrackingToken two = GapAwareTrackingToken.newInstance(9, List.of());
        for (TrackingToken token : List.of(
                one,
                ReplayToken.createReplayToken(two),
                ReplayToken.createReplayToken(two, one),
                MergedTrackingToken.merged(one, ReplayToken.createReplayToken(two, one)))) {
            SerializedObject<String> stored = SERIALIZER.serialize(token, String.class);

            assertThat(stored.getData()).doesNotContain("class");
            assertThat(SERIALIZER.<String, TrackingToken>deserialize(stored)).isEqualTo(token);
        }
        assertThat(SERIALIZER
                        .serialize(ReplayToken.createReplayToken(two, one), String.class)
                        .getData())
                .isEqualTo("{\"tokenAtReset\":{\"token.position\":{\"index\":9,\"gaps\":[]}},"
                        + "\"currentToken\":{\"token.position\":{\"index\":7,\"gaps\":[3,5]}}}");
    }

    private static Object read(String name, String revision, String json) {
        return SERIALIZER.deserialize(new SimpleSerializedObject<>(json, String.class, name, revision));
    }
}
