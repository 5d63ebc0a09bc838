package dev.berth.infra.http.openapi;

import dev.berth.api.ErrorCode;
import dev.berth.infra.http.ApiJson;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.JsonLines;
import dev.berth.infra.http.MethodRegistry;
import dev.berth.infra.http.Problems;
import dev.berth.infra.http.input.Shapes;
import dev.berth.query.Page;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The HTTP contract as an OpenAPI 3.1 document, made from the registry of methods alone. */
public final class OpenApiDocument {
    private static final String DESCRIPTION = """
        Every method is a POST with a JSON object and answers a JSON object; the stream of events alone is a GET. Send a token as \
        `Authorization: Bearer <token>`. Errors are problem documents (RFC 9457): branch on `code`. \
        Every answer carries `X-Request-Id`. A method that exists is called with POST alone; any other verb, like \
        an unknown path, is NOT_FOUND. Requests per token are limited (RATE_LIMITED, with `Retry-After`); the \
        operator's are not.\
        """;

    private static final Set<ErrorCode> STREAM_ERRORS = EnumSet.of(
            ErrorCode.UNAUTHENTICATED,
            ErrorCode.ACCESS_DENIED,
            ErrorCode.INVALID_INPUT,
            ErrorCode.CONFLICT,
            ErrorCode.RATE_LIMITED,
            ErrorCode.UNAVAILABLE,
            ErrorCode.INTERNAL);

    private final MethodRegistry methods;
    private final Schemas schemas = new Schemas();

    /** The document of these methods. */
    public OpenApiDocument(MethodRegistry methods) {
        this.methods = methods;
    }

    /** The document, as maps, lists and plain values. */
    public Map<String, Object> build() {
        Map<String, Object> paths = new LinkedHashMap<>();
        Set<String> groups = new LinkedHashSet<>();
        for (ApiMethod<?> method : methods.all()) {
            groups.add(method.group());
            paths.put(method.path(), Map.of("post", operation(method)));
        }
        paths.put(StreamOperation.PATH, Map.of("get", StreamOperation.build(errorResponses(STREAM_ERRORS))));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("openapi", "3.1.0");
        document.put(
                "info",
                object(
                        "title",
                        "Berth",
                        "version",
                        "1",
                        "description",
                        DESCRIPTION,
                        "license",
                        object("name", "Apache-2.0", "identifier", "Apache-2.0")));
        document.put("servers", List.of(Map.of("url", "/")));
        document.put("security", List.of(Map.of("token", List.of())));
        document.put("tags", groups.stream().map(group -> Map.of("name", group)).toList());
        document.put("paths", paths);
        document.put("components", components());
        return document;
    }

    private Map<String, Object> operation(ApiMethod<?> method) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("operationId", method.name());
        operation.put("tags", List.of(method.group()));
        operation.put("summary", method.summary());
        operation.put(
                "description",
                "Decides `" + method.action() + "` on `" + method.resource() + "`"
                        + (method.shape() == ApiMethod.AnswerShape.PAGE ? ", then on each item." : "."));
        operation.put("x-berth-kind", method.kind().name().toLowerCase(java.util.Locale.ROOT));
        operation.put("x-berth-action", method.action());
        operation.put("x-berth-resource", method.resource());
        operation.put(
                "requestBody",
                object(
                        "required",
                        true,
                        "content",
                        content(
                                "application/json",
                                schemas.input(Shapes.of(method.input())),
                                ApiJson.MAPPER.readTree(method.example()))));
        operation.put("responses", responses(method));
        return operation;
    }

    private Map<String, Object> responses(ApiMethod<?> method) {
        Map<String, Object> responses = new LinkedHashMap<>();
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("X-Request-Id", Map.of("$ref", "#/components/headers/X-Request-Id"));
        if (method.shape() == ApiMethod.AnswerShape.LINES) {
            headers.put(JsonLines.CURSOR, Map.of("$ref", "#/components/headers/" + JsonLines.CURSOR));
        }
        if (method.kind() == ApiMethod.Kind.MUTATION) {
            headers.put("X-Read-Model", Map.of("$ref", "#/components/headers/X-Read-Model"));
        }
        responses.put(
                "200",
                object(
                        "description",
                        "Done.",
                        "headers",
                        headers,
                        "content",
                        content(mediaType(method), answerSchema(method), answerExample(method))));
        responses.putAll(errorResponses(method.errors()));
        return responses;
    }

    private static Map<String, Object> errorResponses(Set<ErrorCode> errors) {
        Map<Integer, List<ErrorCode>> byStatus = new TreeMap<>();
        for (ErrorCode code : errors) {
            byStatus.computeIfAbsent(code.status(), status -> new ArrayList<>()).add(code);
        }
        Map<String, Object> responses = new LinkedHashMap<>();
        byStatus.forEach((status, codes) -> responses.put(status.toString(), errors(codes)));
        return responses;
    }

    private Map<String, Object> answerSchema(ApiMethod<?> method) {
        Map<String, Object> item = schemas.output(Shapes.ofType(method.output()));
        if (method.shape() != ApiMethod.AnswerShape.PAGE) {
            return item;
        }
        return object(
                "type", "object",
                "properties",
                        object(
                                "items", object("type", "array", "items", item),
                                "cursor", object("type", "string", "description", "Absent on the last page.")),
                "required", List.of("items"));
    }

    private static String mediaType(ApiMethod<?> method) {
        return method.shape() == ApiMethod.AnswerShape.LINES ? JsonLines.MEDIA_TYPE : "application/json";
    }

    private static Object answerExample(ApiMethod<?> method) {
        return method.shape() != ApiMethod.AnswerShape.PAGE
                ? method.answer()
                : new Page<>(List.of(method.answer()), null);
    }

    private static Map<String, Object> errors(List<ErrorCode> codes) {
        Map<String, Object> examples = new LinkedHashMap<>();
        StringBuilder description = new StringBuilder();
        boolean retry = false;
        for (ErrorCode code : codes) {
            examples.put(code.name(), Map.of("$ref", "#/components/examples/" + code.name()));
            description.append(description.isEmpty() ? "" : "; ").append(code.title());
            retry |= code == ErrorCode.RATE_LIMITED || code.status() == 503;
        }
        Map<String, Object> headers = new LinkedHashMap<>();
        headers.put("X-Request-Id", Map.of("$ref", "#/components/headers/X-Request-Id"));
        if (retry) {
            headers.put("Retry-After", Map.of("$ref", "#/components/headers/Retry-After"));
        }
        return object(
                "description",
                description.append('.').toString(),
                "headers",
                headers,
                "content",
                object(
                        Problems.MEDIA_TYPE,
                        object("schema", Map.of("$ref", "#/components/schemas/Problem"), "examples", examples)));
    }

    private Map<String, Object> components() {
        Map<String, Object> examples = new LinkedHashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            examples.put(code.name(), object("summary", code.title(), "value", ExampleProblems.body(code)));
        }
        Map<String, Object> all = new TreeMap<>(schemas.components());
        all.put("Problem", problem());
        return object(
                "schemas",
                all,
                "examples",
                examples,
                "headers",
                object(
                        "X-Request-Id",
                        header("The request's id: the caller's own, or one that was made.", "string"),
                        "X-Read-Model",
                        header("`behind` where later reads may not show the change at once.", "string"),
                        JsonLines.CURSOR,
                        header("The cursor of the lines that follow; absent after the last one.", "string"),
                        "Retry-After",
                        header("In how many seconds it is worth trying again.", "integer")),
                "securitySchemes",
                object("token", object("type", "http", "scheme", "bearer")));
    }

    private static Map<String, Object> problem() {
        return object(
                "type", "object",
                "required", List.of("type", "title", "status", "detail", "code", "details", "requestId"),
                "properties",
                        object(
                                "type",
                                object("type", "string", "format", "uri"),
                                "title",
                                object("type", "string"),
                                "status",
                                object("type", "integer", "minimum", 400, "maximum", 599),
                                "detail",
                                object("type", "string", "description", "One sentence that a person can act on."),
                                "code",
                                object(
                                        "type",
                                        "string",
                                        "enum",
                                        List.of(ErrorCode.values()).stream()
                                                .map(Enum::name)
                                                .toList()),
                                "details",
                                object("type", "object", "description", "Facts for programs, by the code."),
                                "requestId",
                                object("type", "string")));
    }

    private static Map<String, Object> header(String description, String type) {
        return object("description", description, "schema", object("type", type));
    }

    private static Map<String, Object> content(String type, Map<String, Object> schema, Object example) {
        return object(type, object("schema", schema, "example", example));
    }

    private static Map<String, Object> object(Object... fields) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            object.put((String) fields[i], fields[i + 1]);
        }
        return object;
    }
}
