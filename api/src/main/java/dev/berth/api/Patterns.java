package dev.berth.api;

/** The patterns of ids and names in the HTTP contract. */
public final class Patterns {
    public static final String TENANT_ID = "^[A-Za-z0-9._:-]{1,128}$";
    public static final String IDEMPOTENCY_KEY = "^[A-Za-z0-9._:-]{1,128}$";
    public static final String NAME = "^[a-z0-9][a-z0-9._-]{0,62}$";
    public static final String PRINCIPAL = "^[A-Za-z0-9._:@-]{1,128}$";
    public static final String IMAGE_ID = "^[A-Za-z0-9][A-Za-z0-9._@:/-]{0,199}$";
    public static final String DIGEST = "^sha256:[0-9a-f]{64}$";
    public static final String REGION = "^[a-z][a-z0-9-]{0,38}[a-z0-9]$";
    public static final String INSTANCE_ID = "^inst_[0-9a-hjkmnp-tv-z]{26,52}$";
    /** Cursors accept the whole alphabet: a cursor is looked up, not parsed. */
    public static final String INSTANCE_CURSOR = "^inst_[0-9a-z]{26,52}$";

    public static final String POOL_ID = "^pool_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String NODE_ID = "^node_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String RANGE_ID = "^rng_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String ACCOUNT_ID = "^acct_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String NETWORK_ID = "^net_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String VOLUME_ID = "^pvol_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String SNAPSHOT_ID = "^psnap_[0-9a-hjkmnp-tv-z]{26,52}$";
    /** Volumes and their snapshots: names that providers take. */
    public static final String VOLUME_NAME = "^[a-z]([-a-z0-9]{0,40}[a-z0-9])?$";

    public static final String PROJECT_ID = "^prj_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String SIGNER_ID = "^sig_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String TOKEN_ID = "^tok_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String CONFIRMATION_ID = "^conf_[0-9a-hjkmnp-tv-z]{26,52}$";
    public static final String SUBSCRIPTION_ID = "^sub_[0-9a-hjkmnp-tv-z]{26,52}$";
    /** The shape of a cursor in lists that make their own: opaque, checked when it is read. */
    public static final String CURSOR = "^[A-Za-z0-9_.:=-]{1,256}$";

    /** One line of OpenSSH's authorized_keys: a known key type, the key, and perhaps a comment. */
    public static final String SSH_KEY = "^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)"
            + "|sk-ssh-ed25519@openssh\\.com|sk-ecdsa-sha2-nistp256@openssh\\.com) [!-~]+( [^\\x00-\\x1f\\x7f]*)?$";

    /** An action of the access rules, such as {@code compute:instances:create}. */
    public static final String ACTION = "^compute:[A-Za-z]{1,32}:(read|create|update|delete|manage)$";
    /** A type of resource in the access rules, such as {@code compute-instance}. */
    public static final String RESOURCE_TYPE = "^compute-[a-z]{1,32}(-[a-z]{1,32}){0,3}$";

    /** The name of a published event, such as {@code instance.created}. */
    public static final String EVENT_TYPE = "^[a-zA-Z]{1,32}(\\.[a-zA-Z]{1,32}){1,3}$";
    /** An absolute address of HTTP or HTTPS without a user in it. */
    public static final String WEB_ADDRESS = "^https?://[A-Za-z0-9._~:\\[\\]%-]{1,262}([/?][!-\"$-~]*)?$";

    /** Where a secret is read from when it is needed: a variable of the environment, or a file. */
    public static final String SECRET_REF = "^(env:[A-Za-z_][A-Za-z0-9_]{0,254}|file:/[^\\x00-\\x1f\\x7f]{1,1000})$";

    private Patterns() {}
}
