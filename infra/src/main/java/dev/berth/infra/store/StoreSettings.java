package dev.berth.infra.store;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How commands are carried out.
 *
 * @param lockWait   how long a command waits for a resource that another one is changing
 * @param tryFor     how long lost races are tried again
 * @param ownWrites  how long the answer to a mutation waits until all readers show it, and a later read of that session
 * @param onlyWriter whether no other process appends to this store
 */
@ConfigurationProperties("berth.store")
public record StoreSettings(
        @DefaultValue("3s") Duration lockWait,
        @DefaultValue("5s") Duration tryFor,
        @DefaultValue("2s") Duration ownWrites,
        @DefaultValue("true") boolean onlyWriter) {}
