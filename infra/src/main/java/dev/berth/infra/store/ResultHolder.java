package dev.berth.infra.store;

import dev.berth.api.Outcome;
import org.axonframework.commandhandling.CommandCallback;
import org.axonframework.commandhandling.CommandMessage;
import org.axonframework.commandhandling.CommandResultMessage;
import org.jspecify.annotations.Nullable;

/** Takes the result from a bus that handles commands in the caller's thread. */
final class ResultHolder<T> implements CommandCallback<Object, Outcome<T>> {
    private @Nullable CommandResultMessage<Outcome<T>> result;

    @Override
    @SuppressWarnings("unchecked")
    public void onResult(CommandMessage<? extends Object> command, CommandResultMessage<? extends Outcome<T>> message) {
        result = (CommandResultMessage<Outcome<T>>) message;
    }

    CommandResultMessage<Outcome<T>> result() {
        if (result == null) {
            throw new IllegalStateException("The command bus has not handled the command in the caller's thread");
        }
        return result;
    }
}
