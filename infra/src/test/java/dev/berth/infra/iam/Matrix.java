package dev.berth.infra.iam;

import static dev.berth.infra.iam.Requests.TENANT;
import static dev.berth.infra.iam.Requests.TENANT_RESOURCE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A table of who may do what, as a file that people read and review; what changes it shows there as a difference. To write
 * the files anew: {@code -Dgolden.write=true}.
 */
final class Matrix {
    private static final String LEGEND = """
        # Decisions without policies of the tenant. "own" is a resource that the caller's principal made,
        # "others" one of somebody else in the same tenant, "shared" another tenant's that this one may use,
        # "foreign" another tenant's; a tenant is the tenant as a whole. The stranger is an admin of another
        # tenant, the delegate acts for a member. A = allowed, - = denied.
        """;

    private final AccessDecider decider = new CedarAccessDecider(tenant -> PolicyTexts.NONE);
    private final Map<String, Caller> callers = new LinkedHashMap<>();
    private final StringBuilder text = new StringBuilder(LEGEND);

    /** A table whose rows begin with this. */
    Matrix(String heading) {
        callers.put("nobody", Requests.nobody());
        callers.put("stranger", Requests.stranger(Role.ADMIN));
        callers.put("reader", Requests.ann(Role.READER));
        callers.put("member", Requests.ann(Role.MEMBER));
        callers.put("delegate", Requests.delegateOfAnn(Role.MEMBER));
        callers.put("admin", Requests.ann(Role.ADMIN));
        callers.put("operator", Requests.operator());
        StringBuilder line = new StringBuilder(heading).append(" whose   ");
        callers.keySet().forEach(name -> line.append(' ').append(name));
        text.append(line).append('\n');
    }

    /** One row for each that a resource of this type can belong to. */
    void rows(String beginning, String action, String type) {
        resources(type).forEach((whose, resource) -> {
            StringBuilder line = new StringBuilder(beginning).append(String.format(" %-8s", whose));
            callers.forEach((name, caller) -> {
                boolean allowed =
                        decider.decide(Requests.by(caller, action, resource)).allowed();
                line.append(String.format(" %-" + name.length() + "s", allowed ? "A" : "-"));
            });
            text.append(line.toString().stripTrailing()).append('\n');
        });
    }

    private static Map<String, ResourceRef> resources(String type) {
        Map<String, ResourceRef> resources = new LinkedHashMap<>();
        if (type.equals("compute-tenant")) {
            resources.put("tenant", TENANT_RESOURCE);
            return resources;
        }
        resources.put("own", Requests.resource(type, TENANT, "ann"));
        resources.put("others", Requests.resource(type, TENANT, "bob"));
        ResourceRef foreign = Requests.resource(type, "other", "bob");
        resources.put(foreign.attributes().containsKey("shared") ? "shared" : "foreign", foreign);
        return resources;
    }

    /** Compares with the committed file of that name. */
    void assertGolden(String file) throws IOException {
        Path golden = Path.of("src/test/resources/golden", file);
        if (Boolean.getBoolean("golden.write")) {
            Files.writeString(golden, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(golden));
    }
}
