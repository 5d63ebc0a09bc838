package dev.berth.infra.iam;

import com.cedarpolicy.model.exception.InternalException;
import com.cedarpolicy.model.policy.Policy;
import com.cedarpolicy.model.policy.PolicySet;
import com.cedarpolicy.model.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What every tenant has: the schema, and the policies that give the roles their meaning. */
final class BuiltIn {
    private static final String SCHEMA_TEXT = read("berth.cedarschema");
    private static final String ROLES_TEXT = read("roles.cedar");

    private static final CedarNames NAMES = new CedarNames(SCHEMA_TEXT);
    private static final Schema SCHEMA = schemaOf(SCHEMA_TEXT);
    private static final List<Policy> POLICIES = policiesOf(ROLES_TEXT);

    private BuiltIn() {}

    /** The schema against which policies are checked. */
    static Schema schema() {
        return SCHEMA;
    }

    /** The names that the schema declares. */
    static CedarNames names() {
        return NAMES;
    }

    /** The roles' policies under the ids that their file gives them. */
    static List<Policy> policies() {
        return POLICIES;
    }

    /** Their text, of which a policy set's version is made. */
    static String text() {
        return ROLES_TEXT;
    }

    private static Schema schemaOf(String text) {
        try {
            return Schema.parse(Schema.JsonOrCedar.Cedar, text);
        } catch (InternalException e) {
            throw new IllegalStateException("The schema of policies can't be read", e);
        }
    }

    private static List<Policy> policiesOf(String text) {
        try {
            List<Policy> named = new ArrayList<>();
            for (Policy policy : PolicySet.parsePolicies(text).policies) {
                String id = policy.getAnnotation("id");
                if (id == null) {
                    throw new IllegalStateException("A built-in policy has no @id: " + policy.getSource());
                }
                named.add(new Policy(policy.getSource(), id));
            }
            named.sort(Comparator.comparing(Policy::getID));
            return List.copyOf(named);
        } catch (InternalException e) {
            throw new IllegalStateException("The built-in policies can't be read", e);
        }
    }

    private static String read(String name) {
        try (InputStream in = BuiltIn.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The file " + name + " is missing from the application");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
