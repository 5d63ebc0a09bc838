package dev.berth.infra.iam;

import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.iam.Role;
import java.util.Map;
import java.util.Set;

/** Requests in the words of the tests: ann of the tenant acme, and what she asks for. */
final class Requests {
    static final String TENANT = "acme";
    static final ResourceRef TENANT_RESOURCE = ResourceRef.tenant(TENANT);

    private Requests() {}

    static Caller ann(Role... roles) {
        return new Caller("ann", TENANT, Set.of(roles), false, "tok_1", false);
    }

    static Caller nobody() {
        return ann();
    }

    static Caller delegateOfAnn(Role... roles) {
        return new Caller("ann", TENANT, Set.of(roles), true, "tok_2", false);
    }

    static Caller stranger(Role... roles) {
        return new Caller("ann", "other", Set.of(roles), false, "tok_3", false);
    }

    static Caller operator() {
        return new Caller(Caller.OPERATOR, null, Set.of(), false, "operator", true);
    }

    static AccessRequest by(Caller caller, String action, ResourceRef resource) {
        return new AccessRequest(caller, TENANT, action, resource, "req-1");
    }

    static ResourceRef instanceOf(String createdBy, int vcpu) {
        return Resources.instance(
                "inst_1", TENANT, createdBy, null, "pool_1", "running", "small", vcpu, 8, 0, "debian", true);
    }

    /** Any resource with the attributes that the schema gives its type. */
    static ResourceRef resource(String type, String tenantId, String createdBy) {
        Map<String, Object> attributes = new java.util.HashMap<>(Map.of("tenantId", tenantId, "createdBy", createdBy));
        if (Set.of("compute-pool", "compute-flavor", "compute-image", "compute-signer")
                .contains(type)) {
            attributes.put("shared", !tenantId.equals(TENANT));
        }
        return new ResourceRef(type, type + "-1", attributes);
    }
}
