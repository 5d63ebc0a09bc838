package dev.berth.infra.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.berth.infra.http.ApiJson;
import dev.berth.query.feed.EventContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class EventDocumentsTest {
    private final EventDocuments documents = new EventDocuments();
    private final JsonNode async = ApiJson.MAPPER.valueToTree(new AsyncApiDocument(documents).build());

    @Test
    void everyFieldOfEveryEventIsDescribed() {
        assertThat(documents.all())
                .allSatisfy(document -> assertThat(document.fields())
                        .as(document.type())
                        .allSatisfy(field -> assertThat(Descriptions.of(field.name()))
                                .as(field.name())
                                .isPresent()));
    }

    @Test
    void everyEventHasADocumentWithAnExampleOfIt() {
        assertThat(documents.all()).hasSizeGreaterThan(40);
        for (EventContract.Document document : documents.all()) {
            Map<String, Object> told = documents.of(document.type()).orElseThrow();
            assertThat(told).containsKeys("type", "version", "summary", "fields", "schema", "example");
            assertThat(told.get("version")).isEqualTo(document.version());
        }
        assertThat(documents.of("no.such")).isEmpty();
    }

    @Test
    void theAsyncApiDocumentHasEveryEventInBothChannels() {
        assertThat(async.get("asyncapi").asString()).isEqualTo("3.0.0");
        for (EventContract.Document document : documents.all()) {
            for (String channel : List.of("stream", "webhook")) {
                assertThat(async.get("channels").get(channel).get("messages").has(document.type()))
                        .as(document.type())
                        .isTrue();
            }
            JsonNode message = async.get("components").get("messages").get(document.type());
            assertThat(message.at("/examples/0/payload/type").asString()).isEqualTo(document.type());
            assertThat(message.at("/examples/0/payload/data").isObject()).isTrue();
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = async.findValuesAsString("$ref");
        assertThat(references)
                .isNotEmpty()
                .allSatisfy(
                        reference -> assertThat(async.at(reference.substring(1)).isMissingNode())
                                .as(reference)
                                .isFalse());
    }

    @Test
    void everyExampleIsValidUnderItsSchema() {
        for (EventContract.Document document : documents.all()) {
            JsonNode schema = ApiJson.MAPPER.valueToTree(EventDocuments.schema(document));
            JsonNode example = ApiJson.MAPPER.valueToTree(document.example());
            assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                            .getSchema(schema)
                            .validate(example))
                    .as(document.type())
                    .isEmpty();
        }
    }
}
