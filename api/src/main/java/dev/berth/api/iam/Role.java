package dev.berth.api.iam;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The roles of a tenant's tokens. Policies of the tenant can add to them and take from them. */
public enum Role {
    /** May do everything in its tenant. */
    @JsonProperty("admin")
    ADMIN,
    /** May create, and do with what it created itself as it likes. */
    @JsonProperty("member")
    MEMBER,
    /** May read everything. */
    @JsonProperty("reader")
    READER
}
