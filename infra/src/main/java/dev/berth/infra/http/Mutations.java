package dev.berth.infra.http;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Outcome;
import dev.berth.api.rehearsal.RehearsedView;
import dev.berth.query.Delivered;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** How methods that change something answer: the command is carried out, then what it changed is shown. */
public final class Mutations {
    private final Commands commands;

    public Mutations(Commands commands) {
        this.commands = commands;
    }

    /** Carries the command out and shows the resource of the id that it answers. */
    public <V> Reply show(Call call, Command command, Function<String, Optional<V>> view) {
        if (call.dryRun()) {
            return rehearse(call, command, view);
        }
        return show(commands.dispatch(command, call.context()), view);
    }

    /** The same for a command that was carried out already. */
    public <V> Reply show(Commands.Dispatched dispatched, Function<String, Optional<V>> view) {
        return switch (dispatched.outcome()) {
            case Outcome.Refused<Affected> refused -> new Reply(refused, dispatched.behind());
            case Outcome.Done<Affected>(Affected affected) ->
                new Reply(
                        Outcome.done(view.apply(affected.id()).orElseThrow(Mutations::notShown)), dispatched.behind());
        };
    }

    /**
     * For what makes many: answers with what the events of the new resource make of it, without waiting for the read
     * models; reads that follow wait.
     *
     * @param fold of the events of a new resource
     * @param view of one that is there already
     */
    public <V> Reply make(
            Call call, Command command, Function<List<Delivered>, V> fold, Function<String, Optional<V>> view) {
        if (call.dryRun()) {
            return rehearse(call, command, view);
        }
        Commands.Made made = commands.make(command, call.context());
        return made.events().isEmpty()
                ? show(made.dispatched(), view)
                : show(made.dispatched(), id -> Optional.of(fold.apply(made.events())));
    }

    /** What the command would do; where it would change nothing, the resource as it is. */
    private <V> Reply rehearse(Call call, Command command, Function<String, Optional<V>> view) {
        Commands.Rehearsed rehearsed = commands.rehearse(command, call.context());
        if (!(rehearsed.outcome() instanceof Outcome.Done<Affected>(Affected affected))) {
            return Reply.of(rehearsed.outcome());
        }
        Object resource = rehearsed.events().isEmpty()
                ? view.apply(affected.id()).orElse(null)
                : rehearsed.resources().stream()
                        .filter(call.method().output()::isInstance)
                        .findFirst()
                        .orElse(null);
        return Reply.of(new RehearsedView(true, resource, rehearsed.events()));
    }

    /** For what is gone afterwards: shows it as it last was. */
    public <V> Reply remove(Call call, Command command, Function<String, Optional<V>> view, String id) {
        Optional<V> before = view.apply(id);
        return show(call, command, same -> view.apply(id).or(() -> before));
    }

    private static ProblemException notShown() {
        return ProblemException.unavailable("The change was made, but can't be shown yet. Ask again.");
    }
}
