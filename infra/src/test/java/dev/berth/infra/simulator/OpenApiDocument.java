package dev.berth.infra.simulator;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.OpenApi30;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The provider's OpenAPI document, where there is a copy: at the path that the system property
 * {@code digitalocean.openapi} names, or as {@code shared/digitalocean/openapi-subset.yaml} beside the sources.
 */
public final class OpenApiDocument {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");
    private static final int MOST_CODE_POINTS = 50_000_000;

    private final JsonNode root;
    private final SchemaRegistry registry = SchemaRegistry.withDialect(OpenApi30.getInstance());
    private final Map<String, Schema> schemas = new HashMap<>();

    private OpenApiDocument(JsonNode root) {
        this.root = root;
    }

    /** Empty where there is no copy of the document. */
    public static Optional<OpenApiDocument> find() {
        String property = System.getProperty("digitalocean.openapi");
        if (property != null) {
            return Optional.of(read(Path.of(property)));
        }
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            Path file = at.resolve("shared/digitalocean/openapi-subset.yaml");
            if (Files.exists(file)) {
                return Optional.of(read(file));
            }
        }
        return Optional.empty();
    }

    private static OpenApiDocument read(Path file) {
        LoaderOptions options = new LoaderOptions();
        options.setCodePointLimit(MOST_CODE_POINTS);
        try (var in = Files.newInputStream(file)) {
            Object tree = new Yaml(new SafeConstructor(options)).load(in);
            return new OpenApiDocument(JSON.readTree(JSON.writeValueAsBytes(tree)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every operation, as {@code GET /v2/volumes/{volume_id}}. */
    public Set<String> operations() {
        Set<String> operations = new TreeSet<>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue().propertyNames().stream()
                        .filter(METHODS::contains)
                        .forEach(method ->
                                operations.add(method.toUpperCase(java.util.Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    /** The operation that a path without its query belongs to; a literal part wins over a template. */
    public Optional<String> operation(String method, String path) {
        String[] parts = path.split("/");
        return operations().stream()
                .filter(operation -> operation.startsWith(method + " "))
                .filter(operation ->
                        matches(operation.substring(method.length() + 1).split("/"), parts))
                .min(java.util.Comparator.comparingLong(
                        operation -> operation.chars().filter(c -> c == '{').count()));
    }

    private static boolean matches(String[] template, String[] parts) {
        if (template.length != parts.length) {
            return false;
        }
        for (int i = 0; i < parts.length; i++) {
            if (!template[i].startsWith("{") && !template[i].equals(parts[i])) {
                return false;
            }
        }
        return true;
    }

    private JsonNode at(String operation) {
        int space = operation.indexOf(' ');
        return root.path("paths")
                .path(operation.substring(space + 1))
                .path(operation.substring(0, space).toLowerCase(java.util.Locale.ROOT));
    }

    private JsonNode resolve(JsonNode node) {
        String ref = node.path("$ref").asString("");
        return ref.isEmpty() ? node : resolve(root.at(ref.substring(1)));
    }

    /** What is wrong with an answer; empty for nothing. An answer without a body is checked for its status alone. */
    public List<String> checkAnswer(String operation, int status, JsonNode body) {
        JsonNode answer = at(operation).path("responses").path(Integer.toString(status));
        if (answer.isMissingNode()) {
            return List.of(operation + " has no answer with status " + status);
        }
        JsonNode schema =
                resolve(answer).path("content").path("application/json").path("schema");
        if (schema.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of(operation + " has no body with status " + status);
        }
        return check(operation + " " + status, schema, body);
    }

    /** What is wrong with the body of a request; empty for nothing. */
    public List<String> checkRequest(String operation, JsonNode body) {
        JsonNode schema = resolve(at(operation).path("requestBody"))
                .path("content")
                .path("application/json")
                .path("schema");
        if (schema.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of(operation + " takes no body");
        }
        // Several forms of a body allow each other's type; the discriminator says which one is meant.
        JsonNode discriminator = schema.path("discriminator");
        if (discriminator.isMissingNode()) {
            return check(operation, schema, body);
        }
        String field = discriminator.path("propertyName").asString();
        String value = body.path(field).asString("");
        String form = discriminator.path("mapping").path(value).asString("");
        return form.isEmpty()
                ? List.of("%s: %s can't be '%s'".formatted(operation, field, value))
                : check(operation + " " + value, JSON.createObjectNode().put("$ref", form), body);
    }

    /** The examples of the bodies of an operation's requests, by their names. */
    public Map<String, JsonNode> requestExamples(String operation) {
        JsonNode content = at(operation).path("requestBody").path("content").path("application/json");
        Map<String, JsonNode> examples = new java.util.LinkedHashMap<>();
        content.path("examples")
                .properties()
                .forEach(example -> examples.put(
                        example.getKey(), resolve(example.getValue()).path("value")));
        if (content.has("example")) {
            examples.put("example", content.path("example"));
        }
        return examples;
    }

    private List<String> check(String where, JsonNode schema, JsonNode body) {
        List<String> wrong = new ArrayList<>();
        for (Error error : schemas.computeIfAbsent(where, key -> schema(schema)).validate(body)) {
            wrong.add(where + ": " + error);
        }
        return wrong;
    }

    /** The schema with the components to which it refers. */
    private Schema schema(JsonNode schema) {
        ObjectNode whole = JSON.createObjectNode();
        ArrayNode all = whole.putArray("allOf");
        all.add(schema);
        whole.set("components", root.path("components"));
        return registry.getSchema(whole);
    }
}
