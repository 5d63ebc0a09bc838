package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.account.AccountView;
import dev.berth.api.account.ArchiveAccount;
import dev.berth.api.account.CreateAccount;
import dev.berth.api.account.GetAccount;
import dev.berth.api.account.ListAccounts;
import dev.berth.api.iam.Resources;
import dev.berth.api.network.CreateNetwork;
import dev.berth.api.network.DeleteNetwork;
import dev.berth.api.network.GetNetwork;
import dev.berth.api.network.ListNetworks;
import dev.berth.api.network.NetworkView;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import java.util.List;
import java.util.Map;

/** The groups {@code accounts} and {@code networks}. */
final class ProviderMethods {
    private static final String TENANT = "compute-tenant";
    private static final String ACCOUNT = "compute-account";
    private static final String NETWORK = "compute-network";
    private static final String THIS_ACCOUNT = Input.of("accountId", ProviderExamples.ACCOUNT_ID);
    private static final String THIS_NETWORK = Input.of("networkId", ProviderExamples.NETWORK_ID);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    ProviderMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> accounts() {
        return List.of(
                mutation("accounts.create", CreateAccount.class, ProviderExamples.ACCOUNT)
                        .decides("compute:accounts:create", TENANT)
                        .summary("Makes a provider account known. Its secret is read from secretRef when it is used, "
                                + "and kept nowhere; endpoint is the operator's to set.")
                        .errors(CONFLICT)
                        .example(Input.of(
                                "name",
                                "production",
                                "provider",
                                "digitalocean",
                                "regions",
                                List.of(ProviderExamples.REGION, "ams3"),
                                "secretRef",
                                "file:/etc/berth/digitalocean-token"))
                        .handledBy((call, in) -> mutations.show(
                                call, in, id -> models.providers().account(in.tenantId(), id))),
                list("accounts.list", ListAccounts.class, ProviderExamples.ACCOUNT)
                        .decides("compute:accounts:read", TENANT)
                        .summary("The tenant's provider accounts, in order of creation.")
                        .example(Input.of("includeArchived", true))
                        .handledBy((call, in) -> reads.<AccountView>page(
                                call,
                                in.tenantId(),
                                seen -> models.providers().accounts(in, seen),
                                Resources::account)),
                read("accounts.get", GetAccount.class, ProviderExamples.ACCOUNT)
                        .decides("compute:accounts:read", ACCOUNT)
                        .summary("One provider account; message tells why its secret does not work, while it does not.")
                        .errors(NOT_FOUND)
                        .example(THIS_ACCOUNT)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "account",
                                ACCOUNT + "/" + in.accountId(),
                                () -> models.providers().account(in.tenantId(), in.accountId()),
                                Resources::account)),
                mutation("accounts.archive", ArchiveAccount.class, ProviderExamples.ACCOUNT)
                        .decides("compute:accounts:delete", ACCOUNT)
                        .summary("Ends new use of the account and frees its name; what was made with it stays.")
                        .errors(NOT_FOUND)
                        .example(THIS_ACCOUNT)
                        .handledBy((call, in) -> mutations.show(
                                call, in, id -> models.providers().account(in.tenantId(), id))));
    }

    List<ApiMethod<?>> networks() {
        return List.of(
                mutation("networks.create", CreateNetwork.class, ProviderExamples.NETWORK)
                        .decides("compute:networks:create", TENANT)
                        .summary("Wants a network at the provider, with one subnet in each of these regions.")
                        .errors(NOT_FOUND, CONFLICT)
                        .example(Input.of(
                                "accountId",
                                ProviderExamples.ACCOUNT_ID,
                                "name",
                                "backend",
                                "subnets",
                                List.of(Map.of("region", ProviderExamples.REGION, "cidr", "10.30.0.0/24")),
                                "idempotencyKey",
                                "backend-1"))
                        .handledBy((call, in) -> mutations.show(
                                call, in, id -> models.providers().network(in.tenantId(), id))),
                list("networks.list", ListNetworks.class, ProviderExamples.NETWORK)
                        .decides("compute:networks:read", TENANT)
                        .summary("The tenant's networks, in order of creation.")
                        .example(Input.of("accountId", ProviderExamples.ACCOUNT_ID))
                        .handledBy((call, in) -> reads.<NetworkView>page(
                                call,
                                in.tenantId(),
                                seen -> models.providers().networks(in, seen),
                                Resources::network)),
                read("networks.get", GetNetwork.class, ProviderExamples.NETWORK)
                        .decides("compute:networks:read", NETWORK)
                        .summary("One network with its subnets, deleted ones included.")
                        .errors(NOT_FOUND)
                        .example(THIS_NETWORK)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "network",
                                NETWORK + "/" + in.networkId(),
                                () -> models.providers().network(in.tenantId(), in.networkId()),
                                Resources::network)),
                mutation("networks.delete", DeleteNetwork.class, ProviderExamples.NETWORK)
                        .decides("compute:networks:delete", NETWORK)
                        .summary("Wants the network gone. One that a pool or a shared volume uses stays.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS_NETWORK)
                        .handledBy((call, in) -> mutations.show(
                                call, in, id -> models.providers().network(in.tenantId(), id))));
    }
}
