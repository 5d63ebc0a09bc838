package dev.berth.api.volume;

/**
 * How a guest mounts a share.
 *
 * @param source such as {@code host:/path}
 * @param type   such as {@code nfs4}
 */
public record Mount(String source, String type) {}
