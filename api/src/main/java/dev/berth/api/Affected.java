package dev.berth.api;

/**
 * What a command that was carried out answers: the resource to show to the caller.
 *
 * @param id the id (or name) by which that resource is got
 */
public record Affected(String id) {}
