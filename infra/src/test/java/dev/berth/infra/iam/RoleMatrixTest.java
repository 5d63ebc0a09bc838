package dev.berth.infra.iam;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.methods.AllMethods;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RoleMatrixTest {
    @Test
    void everyRoleMayDoWhatTheGoldenFileSays() throws Exception {
        Matrix matrix = new Matrix(String.format("%-30s %-26s", "# action", "resource"));
        actions()
                .forEach((action, types) ->
                        types.forEach(type -> matrix.rows(String.format("%-30s %-26s", action, type), action, type)));
        matrix.assertGolden("roles.txt");
    }

    /** A method that is added has no row there until someone has looked at what the roles may do with it. */
    @Test
    void everyRoleMayCallTheMethodsThatTheGoldenFileSays() throws Exception {
        Matrix matrix = new Matrix(String.format("%-26s %-26s", "# method", "resource"));
        for (ApiMethod<?> method : methods()) {
            matrix.rows(
                    String.format("%-26s %-26s", method.name(), method.resource()), method.action(), method.resource());
        }
        matrix.assertGolden("methods.txt");
    }

    @Test
    void everyMethodDecidesAnActionOfTheSchemaOnAResourceThatItAppliesTo() throws Exception {
        Map<String, List<String>> actions = actions();
        for (ApiMethod<?> method : methods()) {
            assertThat(actions.getOrDefault(method.action(), List.of()))
                    .as("%s decides %s", method.name(), method.action())
                    .contains(method.resource());
        }
    }

    private static Collection<ApiMethod<?>> methods() {
        return AllMethods.registry(null, null, null, null, null, null, null).all();
    }

    /** The actions of the schema and the types of resources that each applies to. */
    private static Map<String, List<String>> actions() throws Exception {
        Map<String, List<String>> actions = new TreeMap<>();
        JsonNode declared = BuiltIn.schema().toJsonFormat().get("").get("actions");
        declared.properties().forEach(action -> {
            List<String> types = new ArrayList<>();
            action.getValue().get("appliesTo").get("resourceTypes").forEach(type -> types.add(kebab(type.asText())));
            actions.put(action.getKey(), List.copyOf(new TreeSet<>(types)));
        });
        return actions;
    }

    private static String kebab(String camel) {
        return camel.replaceAll("(?<!^)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
