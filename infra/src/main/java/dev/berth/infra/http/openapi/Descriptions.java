package dev.berth.infra.http.openapi;

import java.util.Map;
import java.util.Optional;

/** What fields mean. A name means the same wherever it stands. */
final class Descriptions {
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("tenantId", "The tenant in whose name the call is made, or to which the resource belongs."),
            Map.entry("forTenantId", "The tenant that is meant, where it is another than the one that calls."),
            Map.entry("toTenantId", "The tenant that the pool is offered to."),
            Map.entry("id", "The id."),
            Map.entry("createdBy", "The principal who made it."),
            Map.entry("createdAt", "When it was made."),
            Map.entry("updatedAt", "When it last changed."),
            Map.entry("deletedAt", "When it was deleted; absent while it was not."),
            Map.entry("revision", "How many events its history has; only grows."),
            Map.entry(
                    "idempotencyKey",
                    "A key of the caller's own choice: a call that is made again with it is "
                            + "carried out once and answered with the same resource, for ever."),
            Map.entry("limit", "The most items that a page may hold."),
            Map.entry(
                    "cursor",
                    "Where the page begins: the cursor of the page before. In an answer: where the next "
                            + "page begins; absent on the last one."),
            Map.entry("items", "The items of this page."),
            Map.entry("includeArchived", "Whether archived ones are listed too."),
            Map.entry("includeDeleted", "Whether deleted ones are listed too."),
            Map.entry("includeRevoked", "Whether revoked ones are listed too."),
            Map.entry(
                    "scope",
                    "Whose instances are listed (mine are those that the caller made); of a signer, whose "
                            + "allowlist it is on."),
            Map.entry("poolId", "The pool."),
            Map.entry("nodeId", "The host."),
            Map.entry("rangeId", "The address range."),
            Map.entry("imageId", "The image, by the name that its tenant gave it."),
            Map.entry("signerId", "The signer."),
            Map.entry("projectId", "The project."),
            Map.entry("accountId", "The provider account."),
            Map.entry("provider", "Which provider the account is with."),
            Map.entry("regions", "The provider's regions in which the account is used."),
            Map.entry(
                    "secretRef",
                    "Where the secret is read from when it is used: env:NAME, or file: and a whole path. The secret "
                            + "itself is kept nowhere."),
            Map.entry("subnets", "The network's parts, one in each region."),
            Map.entry("providerId", "The provider's id of it."),
            Map.entry("volumeId", "The volume."),
            Map.entry("snapshotId", "The snapshot."),
            Map.entry("description", "A text for people."),
            Map.entry("sizeGiB", "The size in GiB; of a snapshot, what the provider reports."),
            Map.entry("observedSizeGiB", "The size in GiB that the provider shows."),
            Map.entry("filesystem", "How a block volume is formatted when it is made."),
            Map.entry("deleteWithInstance", "Whether it is deleted with the instance that it is attached to."),
            Map.entry("device", "The path under which the guest sees it."),
            Map.entry("mount", "How a guest mounts it."),
            Map.entry("source", "The NFS source, host:/path."),
            Map.entry("type", "What type it is."),
            Map.entry("attachment", "The instance that a block volume is on, or is to be on."),
            Map.entry("attachments", "The instances that a shared volume is on, or is to be on."),
            Map.entry("providerVolumeId", "The provider's id of the volume."),
            Map.entry("providerMachineId", "The provider's id of the machine."),
            Map.entry("networkId", "The network that machines of a provider pool join."),
            Map.entry("region", "The provider's region of a provider pool."),
            Map.entry("tokenId", "The token."),
            Map.entry("policyId", "The policy, by the name that its tenant gave it."),
            Map.entry("confirmationId", "The confirmation."),
            Map.entry("instanceId", "The instance."),
            Map.entry("resourceId", "The resource whose events are listed."),
            Map.entry("name", "A name, unique among the tenant's live resources of the kind."),
            Map.entry("kind", "What kind it is."),
            Map.entry("quotas", "The limits of each resource; one left out is 0."),
            Map.entry("resource", "A resource of a quota; or what a decision is about."),
            Map.entry("max", "The limit."),
            Map.entry("used", "How much of it is used."),
            Map.entry("vcpu", "Virtual processors."),
            Map.entry("memoryGiB", "Memory, in GiB."),
            Map.entry("diskGiB", "Disk, in GiB."),
            Map.entry("gpus", "Whole GPUs."),
            Map.entry("capacity", "What the host has."),
            Map.entry("allocated", "What of it is given to instances."),
            Map.entry("driver", "What drives the host."),
            Map.entry(
                    "endpoint",
                    "Where the host's driver finds it; of an account, where its provider's API is, the public one"
                            + " where it is absent."),
            Map.entry("gone", "Whether the host will not come back: what it holds is then lost."),
            Map.entry("instances", "The ids of the instances on the host, oldest first."),
            Map.entry("cidr", "The network, such as 10.20.0.0/24."),
            Map.entry("first", "The first address that is leased."),
            Map.entry("last", "The last address that is leased."),
            Map.entry("total", "How many addresses there are."),
            Map.entry("leased", "How many of them are leased."),
            Map.entry("flavor", "The flavor, by its name in the pool."),
            Map.entry("providerSize", "What the provider calls this shape."),
            Map.entry("sshKeys", "Public keys that may log in, one line of OpenSSH's authorized_keys each."),
            Map.entry("userData", "What the machine is given at its first start. Kept encrypted, never answered."),
            Map.entry("desiredState", "What it is wanted to be."),
            Map.entry("state", "What it is, as far as it was seen."),
            Map.entry("wait", "How long the answer may be held back until the instance is what was asked for."),
            Map.entry("timeoutMs", "Milliseconds, at most."),
            Map.entry(
                    "conditions",
                    "What holds of the instance for now, beside its state: Unschedulable, Retrying (an operation "
                            + "failed, or its host has not answered, and is asked again), Failed, Lost, Recreated."),
            Map.entry("addresses", "Its addresses."),
            Map.entry("digest", "The SHA-256 of the image."),
            Map.entry("sourceUrl", "Where hosts get the image."),
            Map.entry("signature", "An Ed25519 signature over the digest string, base64 of its raw 64 bytes."),
            Map.entry("publicKey", "An Ed25519 public key, base64 of its raw 32 bytes."),
            Map.entry("verified", "Whether a trusted signer signed it."),
            Map.entry("imageVerified", "Whether the image was verified when the instance was made."),
            Map.entry("visibility", "Who sees it."),
            Map.entry("principal", "Who a session acts as."),
            Map.entry("roles", "The roles of the session."),
            Map.entry("ttlSeconds", "For how long the token is accepted, in seconds; without it, until it is revoked."),
            Map.entry(
                    "delegate", "Whether its sessions act for the principal; a delegated session can make no others."),
            Map.entry("token", "The token itself. Only in the answer that made it."),
            Map.entry("expiresAt", "Until when it holds."),
            Map.entry("revokedAt", "When it was revoked."),
            Map.entry("policy", "One policy in the Cedar language."),
            Map.entry("policies", "The names of the policies that decided."),
            Map.entry("action", "An action, such as compute:instances:create."),
            Map.entry("attributes", "What policies can test."),
            Map.entry("decision", "What would be decided."),
            Map.entry("reason", "Why."),
            Map.entry("message", "One sentence for people."),
            Map.entry("types", "Types of events; none means all."),
            Map.entry("after", "The position after which the list begins; 0 is the beginning."),
            Map.entry("position", "The event's place in the feed; only grows."),
            Map.entry("offeredTo", "The tenants that may use the pool. Only its owner sees them."));

    private Descriptions() {}

    static Optional<String> of(String field) {
        return Optional.ofNullable(TEXTS.get(field));
    }
}
