package dev.berth.infra.http;

/**
 * What the methods need that ask the history rather than the present.
 *
 * @param refused remembers refused calls that no command handler has seen
 */
public record History(
        Operations operations,
        ForeignCalls refused,
        UsageReads usage,
        AuditReads audit,
        InventoryReads inventory,
        Replays replays) {}
