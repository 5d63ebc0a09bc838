package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.MethodRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Who may call what, by real calls, as a file that people read and review. A method without a row fails; so does one that
 * decides something else than it declares. To write the file anew: {@code -Dgolden.write=true}.
 */
class HttpRolesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden/http-roles.txt");
    private static final String LEGEND = """
        # What each method answers to whom, without policies of the tenant: OK, or the error's code.
        # nobody has no token; the stranger is an admin of another tenant; ann has one session for each of the
        # roles, and the delegate is a session that acts for her as a member. "own" is something that ann made,
        # "others" something of bob in the same tenant, "shared" a pool that another tenant offers to this one,
        # "foreign" something of another tenant, "tenant" nothing in particular. The hosts of these pools are
        # out of reach for instances, so that each of them waits: a resize is INVALID_STATE. No provider answers
        # here either, so that no snapshot is ever ready: restoring one is INVALID_STATE.
        """;

    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final Map<String, Api> callers = new LinkedHashMap<>();
    private final Map<String, Things> whose = new LinkedHashMap<>();

    private void people() {
        String tenantId = ann.tenantId();
        Api stranger = server.newTenant();
        callers.put("nobody", new Api(server.base(), "none", tenantId));
        callers.put("stranger", new Api(server.base(), stranger.token(), tenantId));
        callers.put("reader", server.as(tenantId, "ann", "reader"));
        callers.put("member", server.as(tenantId, "ann", "member"));
        callers.put("delegate", Things.delegated(server, tenantId, "ann", "member"));
        callers.put("admin", ann);
        callers.put("operator", server.operator(tenantId));
        whose.put("own", new Things(server, ann, "ann", null));
        whose.put("others", new Things(server, server.as(tenantId, "bob", "admin"), "bob", null));
        whose.put("shared", new Things(server, stranger, "ann", tenantId));
        whose.put("foreign", new Things(server, server.newTenant(), "ann", null));
    }

    @Test
    void everyMethodAnswersEveryRoleAsTheGoldenFileSays() throws IOException {
        people();
        StringBuilder table = new StringBuilder(LEGEND);
        table.append(String.format("%-26s %-8s", "# method", "whose"));
        callers.keySet().forEach(name -> table.append(String.format(" %-15s", name)));
        strip(table).append('\n');
        for (ApiMethod<?> method : methods()) {
            whose.forEach((name, things) -> {
                if (applies(method.name(), name)) {
                    row(table, method, Things.namesSomething(method.name()) ? name : "tenant", things);
                }
            });
        }
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(GOLDEN, table);
        }
        assertThat(table.toString()).isEqualTo(Files.readString(GOLDEN));
    }

    /** Needs no server: it tells at once which method nobody has thought of. */
    @Test
    void everyMethodHasARow() throws IOException {
        assertThat(Files.readAllLines(GOLDEN))
                .filteredOn(line -> !line.startsWith("#"))
                .extracting(line -> line.split(" ")[0])
                .containsAll(methods().stream().map(ApiMethod::name).toList());
    }

    private Collection<ApiMethod<?>> methods() {
        return server.bean(MethodRegistry.class).all();
    }

    private static boolean applies(String method, String whose) {
        return switch (whose) {
            case "own" -> true;
            case "shared" -> Things.namesAPool(method);
            default -> Things.namesSomething(method);
        };
    }

    private void row(StringBuilder table, ApiMethod<?> method, String name, Things things) {
        table.append(String.format("%-26s %-8s", method.name(), name));
        Object[] fixed = things.input(method.name());
        callers.forEach((who, caller) -> {
            // Who makes something new makes another one each time; who changes something finds it as the others left
            // it.
            Object[] input =
                    Things.byName(fixed).containsKey("name") && !method.name().equals("flavors.archive")
                                    || method.name().equals("images.register")
                                    || method.name().equals("addressRanges.create")
                                    || method.name().equals("iam.confirmations.approve")
                            ? things.input(method.name())
                            : fixed;
            Api.Answer answer = caller.call(method.name(), input);
            table.append(String.format(" %-15s", answer.status() == 200 ? "OK" : answer.text("code")));
            if (answer.text("code").equals("ACCESS_DENIED")) {
                decidesWhatItDeclares(method, who, answer.refused("ACCESS_DENIED"));
            }
        });
        strip(table).append('\n');
    }

    private void decidesWhatItDeclares(ApiMethod<?> method, String who, JsonNode details) {
        assertThat(details.get("action").asString()).as(method.name()).isEqualTo(method.action());
        String resource = details.get("resource").asString();
        if (who.equals("stranger")) {
            assertThat(resource).as(method.name()).isEqualTo("compute-tenant/" + ann.tenantId());
        } else if (method.resource().equals("compute-tenant") && !method.group().equals("tenants")) {
            assertThat(resource).as(method.name()).isEqualTo("compute-tenant/" + ann.tenantId());
        } else {
            assertThat(resource).as(method.name()).startsWith(method.resource() + "/");
        }
    }

    private static StringBuilder strip(StringBuilder table) {
        table.setLength(table.toString().stripTrailing().length());
        return table;
    }
}
