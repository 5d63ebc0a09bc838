package dev.berth.command.instance;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAddressed;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceDuplicateFound;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.api.instance.Operation;
import dev.berth.command.account.Creation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What an instance in a provider pool has beside the others: its account, its machine there, and the volumes on it. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
final class ProviderSide {
    String accountId = "";
    String region = "";

    @Nullable
    String networkId;

    @Nullable
    String machineId;

    Creation creation = Creation.NONE;
    List<Address> addresses = List.of();
    /** Mirrors, in order, which volumes are wanted on it; the attachments are the volumes' own. */
    Set<String> volumes = new TreeSet<>();
    /** Those that go with its machine. */
    Set<String> doomed = new TreeSet<>();

    private Set<String> duplicates = new TreeSet<>();

    ProviderSide() {}

    /** Whether this is already recorded of a second machine. */
    boolean knowsDuplicate(String otherId, boolean removed) {
        return duplicates.contains(duplicate(otherId, removed));
    }

    private static String duplicate(String otherId, boolean removed) {
        return otherId + (removed ? " removed" : " found");
    }

    void on(InstanceEvent event) {
        switch (event) {
            case InstanceAssigned assigned -> {
                accountId = assigned.accountId();
                region = assigned.region();
                networkId = assigned.networkId();
            }
            case InstanceCreateBegun begun -> creation = Creation.BEGUN;
            case InstanceProvisioning provisioning -> {
                machineId = provisioning.providerMachineId();
                creation = Creation.MADE;
            }
            case InstanceAddressed addressed -> addresses = addressed.addresses();
            case InstanceStarting starting -> {
                if (!starting.placed()) {
                    machineId = null;
                    creation = creation == Creation.BEGUN ? Creation.BEGUN : Creation.NONE;
                }
            }
            // Only what certainly was not carried out is recorded as a failure.
            case InstanceStepFailed failed -> refused(failed.operation());
            case InstanceErrored errored -> refused(errored.operation());
            case InstanceVolumeLinked linked -> volumes.add(linked.volumeId());
            case InstanceVolumeUnlinked unlinked -> volumes.remove(unlinked.volumeId());
            case InstanceVolumeDoomed it -> doomed.add(it.volumeId());
            case InstanceDuplicateFound it -> duplicates.add(duplicate(it.otherId(), it.removed()));
            default -> {}
        }
    }

    private void refused(Operation operation) {
        if (operation == Operation.PROVISION && creation == Creation.BEGUN) {
            creation = Creation.NONE;
        }
    }
}
