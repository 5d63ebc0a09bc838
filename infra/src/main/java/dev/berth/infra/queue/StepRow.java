package dev.berth.infra.queue;

/**
 * A step that a runner has taken.
 *
 * @param host the host or account that it is for; empty where nobody has to be asked
 * @param wanted the revision that wanted it when it was taken
 * @param attempts tries in a row before this one that did not succeed
 * @param fence this try's fencing number, above that of every earlier one
 */
public record StepRow(String resourceId, String kind, String host, long wanted, int attempts, long fence) {}
