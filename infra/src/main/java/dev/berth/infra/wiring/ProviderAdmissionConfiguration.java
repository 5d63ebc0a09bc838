package dev.berth.infra.wiring;

import dev.berth.command.account.EndpointRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.volume.VolumeLinks;
import dev.berth.infra.outbound.OutboundRules;
import dev.berth.infra.provider.AdmissionRules;
import dev.berth.infra.queue.EventStoreVolumeLinks;
import dev.berth.sagas.provider.Providers;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What decisions on provider accounts, networks, volumes and snapshots read. */
@Configuration(proxyBeanMethods = false)
class ProviderAdmissionConfiguration {
    @Bean
    VolumeLinks volumeLinks(EventStore events) {
        return new EventStoreVolumeLinks(events);
    }

    /** By what the address says; what a name resolves to is judged at every call. */
    @Bean
    EndpointRules endpointRules(OutboundRules rules) {
        return rules::wrong;
    }

    @Bean
    ProviderRules providerRules(Providers providers) {
        return new AdmissionRules(providers);
    }
}
