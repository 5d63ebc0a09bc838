package dev.berth.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * A table of everything that can be asked in every situation, kept as a text that people read and check: under each
 * situation, what is asked, what happens ({@code -} for nothing, {@code !} before the code of a refusal), and what the
 * resource is then, where it changes. A combination that the text lacks fails the test, as does one that is no more;
 * what it is now stands in the folder {@code target}.
 */
public final class StateTable {
    private StateTable() {}

    /**
     * Checks a table.
     *
     * @param file       a test resource
     * @param situations every situation
     * @param given      how it came about
     * @param acts       everything that can be asked, in the order of the text
     * @param state      what the resource is then
     */
    public static <S extends Enum<S>> void check(
            String file,
            Class<S> situations,
            Function<S, Scenario> given,
            Map<String, Function<Scenario, Scenario.Answer>> acts,
            Function<Scenario, String> state) {
        StringBuilder actual = new StringBuilder();
        for (S situation : situations.getEnumConstants()) {
            String before = state.apply(given.apply(situation));
            Map<String, List<String>> actsByOutcome = new LinkedHashMap<>();
            acts.forEach((name, act) -> {
                Scenario scenario = given.apply(situation);
                Scenario.Answer answer = act.apply(scenario);
                Books.check(scenario.events());
                String after = state.apply(scenario);
                String outcome = cell(answer) + (after.equals(before) ? "" : ", then " + after);
                actsByOutcome.computeIfAbsent(outcome, it -> new ArrayList<>()).add(name);
            });
            actual.append(situation.name().toLowerCase(Locale.ROOT).replace('_', ' '));
            actual.append(" (").append(before).append(")\n");
            actsByOutcome.forEach((outcome, names) -> actual.append("    ")
                    .append(String.join(", ", names))
                    .append(": ")
                    .append(outcome)
                    .append('\n'));
        }
        assertThat(actual.toString()).as(file).isEqualTo(expected(file, actual.toString()));
    }

    private static String cell(Scenario.Answer answer) {
        if (answer.outcome() instanceof Outcome.Refused<Affected>(Problem problem)) {
            StringJoiner cell = new StringJoiner(" ");
            cell.add("!" + problem.code());
            for (String key : new String[] {"state", "desiredState", "resource", "reason"}) {
                if (problem.details().containsKey(key)) {
                    cell.add(String.valueOf(problem.details().get(key)));
                }
            }
            return cell.toString();
        }
        return answer.names().isEmpty() ? "-" : String.join(" ", answer.names());
    }

    private static String expected(String file, String actual) {
        try (InputStream in = StateTable.class.getResourceAsStream("/" + file)) {
            Files.writeString(Path.of("target", file), actual);
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
