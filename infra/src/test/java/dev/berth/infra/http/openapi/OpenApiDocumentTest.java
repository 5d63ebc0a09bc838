package dev.berth.infra.http.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.berth.infra.http.ApiJson;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.MethodRegistry;
import dev.berth.infra.http.methods.AllMethods;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class OpenApiDocumentTest {
    private final MethodRegistry methods = AllMethods.registry(null, null, null, null, null, null, null);
    private final JsonNode document = ApiJson.MAPPER.valueToTree(new OpenApiDocument(methods).build());

    @Test
    void everyMethodIsThereWithExamplesOfInputAnswerAndErrors() {
        assertThat(document.get("openapi").asString()).isEqualTo("3.1.0");
        for (ApiMethod<?> method : methods.all()) {
            JsonNode operation = operation(method);
            JsonNode responses = operation.get("responses");
            assertThat(operation
                            .at("/requestBody/content/application~1json/example")
                            .isObject())
                    .as(method.name())
                    .isTrue();
            assertThat(responses
                            .at("/200/content/" + media(method) + "/example")
                            .isObject())
                    .as(method.name())
                    .isTrue();
            method.errors()
                    .forEach(code -> assertThat(responses
                                    .at("/" + code.status() + "/content/application~1problem+json/examples/" + code)
                                    .isObject())
                            .as("%s %s", method.name(), code)
                            .isTrue());
        }
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        document.findValuesAsString("$ref")
                .forEach(reference -> assertThat(
                                document.at(reference.substring(1)).isMissingNode())
                        .as(reference)
                        .isFalse());
    }

    @Test
    void everyExampleIsValidUnderItsSchema() {
        for (ApiMethod<?> method : methods.all()) {
            JsonNode input = operation(method).at("/requestBody/content/application~1json");
            assertThat(schema(input.get("schema")).validate(input.get("example")))
                    .as(method.name())
                    .isEmpty();
            JsonNode answer = operation(method).at("/responses/200/content/" + media(method));
            assertThat(schema(answer.get("schema")).validate(answer.get("example")))
                    .as(method.name())
                    .isEmpty();
        }
        document.at("/components/examples")
                .forEach(example -> assertThat(schema(document.at("/components/schemas/Problem"))
                                .validate(example.get("value")))
                        .as("%s", example)
                        .isEmpty());
    }

    @Test
    void schemasSayWhatTheReaderChecks() {
        JsonNode create = document.at("/components/schemas/CreateInstance");
        assertThat(create.get("additionalProperties").asBoolean(true)).isFalse();
        assertThat(create.get("required"))
                .extracting(JsonNode::asString)
                .containsExactly("tenantId", "poolId", "flavor", "imageId", "idempotencyKey");
        assertThat(create.at("/properties/sshKeys/maxItems").asInt()).isEqualTo(32);
        assertThat(create.at("/properties/sshKeys/items/pattern").asString()).startsWith("^(ssh-ed25519");
        assertThat(create.at("/properties/desiredState/default").asString()).isEqualTo("running");
        assertThat(create.at("/properties/wait/$ref").asString()).isEqualTo("#/components/schemas/Wait");
        assertThat(document.at("/components/schemas/Wait/properties/timeoutMs/maximum")
                        .asInt())
                .isEqualTo(30000);
        assertThat(document.at("/components/schemas/DrainedNode/properties/instances")
                        .isObject())
                .isTrue();
        assertThat(document.at("/components/schemas/DrainedNode/properties/capacity")
                        .isObject())
                .isTrue();
    }

    @Test
    void everySchemaIsJsonSchema() {
        Schema meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"));
        assertThat(document.at("/components/schemas").properties())
                .isNotEmpty()
                .allSatisfy(schema -> assertThat(meta.validate(schema.getValue()))
                        .as(schema.getKey())
                        .isEmpty());
    }

    /** The rules of OpenAPI 3.1 for the objects that this document uses. */
    @Test
    void everyObjectHasTheFieldsThatOpenApiKnows() {
        fields(document, "openapi", "info", "servers", "security", "tags", "paths", "components");
        fields(document.get("info"), "title", "version", "description", "license");
        fields(document.get("components"), "schemas", "examples", "headers", "securitySchemes");
        Set<String> ids = new HashSet<>();
        for (ApiMethod<?> method : methods.all()) {
            JsonNode operation = operation(method);
            fields(
                    operation,
                    "operationId",
                    "tags",
                    "summary",
                    "description",
                    "requestBody",
                    "responses",
                    "x-berth-kind",
                    "x-berth-action",
                    "x-berth-resource");
            assertThat(ids.add(operation.get("operationId").asString())).isTrue();
            fields(operation.get("requestBody"), "required", "content");
            operation.at("/requestBody/content").forEach(content -> fields(content, "schema", "example"));
            operation.get("responses").properties().forEach(response -> {
                assertThat(response.getKey()).matches("[1-5][0-9][0-9]");
                fields(response.getValue(), "description", "headers", "content");
                assertThat(response.getValue().get("description").asString()).isNotEmpty();
                response.getValue().get("content").forEach(content -> {
                    fields(content, "schema", "example", "examples");
                    assertThat(content.has("example") && content.has("examples"))
                            .isFalse();
                });
            });
        }
    }

    private static void fields(JsonNode object, String... allowed) {
        assertThat(object.isObject()).as("%s", object).isTrue();
        assertThat(Set.of(allowed)).containsAll(object.propertyNames());
    }

    private JsonNode operation(ApiMethod<?> method) {
        return document.get("paths").get(method.path()).get("post");
    }

    private Schema schema(JsonNode schema) {
        JsonNode whole = ApiJson.MAPPER.valueToTree(Map.of(
                "$schema", "https://json-schema.org/draft/2020-12/schema",
                "allOf", List.of(schema),
                "components", document.get("components")));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole);
    }

    private static String media(ApiMethod<?> method) {
        return method.shape() == ApiMethod.AnswerShape.LINES ? "application~1jsonl" : "application~1json";
    }
}
