package dev.berth.command.network;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.network.NetworkOperation;
import dev.berth.api.network.NetworkState;
import dev.berth.command.account.Creation;
import org.jspecify.annotations.Nullable;

/** What was seen of a network in one region. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
final class Subnet {
    NetworkState state = NetworkState.PENDING;
    Creation creation = Creation.NONE;

    @Nullable
    String providerId;

    /** Why it was not done last time; empty after something was. */
    String trouble = "";
    /** The greatest fencing number of which an outcome was taken. */
    long fence;

    Subnet() {}

    void begun() {
        creation = Creation.BEGUN;
    }

    void made(String id, long byFence, boolean ending) {
        providerId = id;
        creation = Creation.MADE;
        state = ending ? NetworkState.DELETING : NetworkState.READY;
        trouble = "";
        fence = Math.max(fence, byFence);
    }

    void failed(NetworkOperation operation, ProviderFailure failure, long byFence) {
        trouble = failure.reason();
        fence = Math.max(fence, byFence);
        if (operation == NetworkOperation.CREATE && failure.certain() && creation == Creation.BEGUN) {
            creation = Creation.NONE;
        }
    }

    void errored(String reason, long byFence) {
        state = NetworkState.ERROR;
        trouble = reason;
        fence = Math.max(fence, byFence);
        if (creation == Creation.BEGUN) {
            creation = Creation.NONE;
        }
    }

    void deleting() {
        state = NetworkState.DELETING;
        trouble = "";
    }

    void deleted(long byFence) {
        state = NetworkState.DELETED;
        fence = Math.max(fence, byFence);
    }
}
