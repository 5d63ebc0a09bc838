package dev.berth.infra.e2e.random;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Makes texts that match a pattern. Knows as much of regular expressions as the document's patterns use. */
final class RandomText {
    private static final int MOST_REPEATS = 8;

    private final String pattern;
    private final RandomGenerator random;
    private int at;

    private RandomText(String pattern, RandomGenerator random) {
        this.pattern = pattern;
        this.random = random;
    }

    /** A text that matches. */
    static String matching(String pattern, RandomGenerator random) {
        String inner = pattern.startsWith("^") ? pattern.substring(1) : pattern;
        inner = inner.endsWith("$") ? inner.substring(0, inner.length() - 1) : inner;
        String text = new RandomText(inner, random).alternatives();
        if (!text.matches(pattern)) {
            throw new IllegalStateException("Made " + text + " for the pattern " + pattern);
        }
        return text;
    }

    private String alternatives() {
        List<String> all = new ArrayList<>();
        all.add(sequence());
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            all.add(sequence());
        }
        return all.get(random.nextInt(all.size()));
    }

    private String sequence() {
        StringBuilder out = new StringBuilder();
        while (at < pattern.length() && pattern.charAt(at) != '|' && pattern.charAt(at) != ')') {
            int begin = at;
            String once = atom();
            int end = at;
            int times = repeats();
            int after = at;
            for (int i = 0; i < times; i++) {
                at = begin;
                out.append(i == 0 ? once : atom());
            }
            at = Math.max(end, after);
        }
        return out.toString();
    }

    private String atom() {
        char c = pattern.charAt(at++);
        if (c == '(') {
            String inner = alternatives();
            at++;
            return inner;
        }
        if (c == '[') {
            return oneOf();
        }
        return c == '\\' ? String.valueOf(pattern.charAt(at++)) : String.valueOf(c);
    }

    private String oneOf() {
        boolean not = pattern.charAt(at) == '^';
        StringBuilder choices = new StringBuilder();
        for (; pattern.charAt(at) != ']'; at++) {
            char low = pattern.charAt(at);
            if (pattern.charAt(at + 1) == '-' && pattern.charAt(at + 2) != ']') {
                at += 2;
                for (char c = low; c <= pattern.charAt(at) && !not; c++) {
                    choices.append(c);
                }
            } else {
                choices.append(low);
            }
        }
        at++;
        // What is excluded are control characters.
        return not ? "é" : String.valueOf(choices.charAt(random.nextInt(choices.length())));
    }

    private int repeats() {
        if (at == pattern.length()) {
            return 1;
        }
        switch (pattern.charAt(at)) {
            case '?' -> {
                at++;
                return random.nextInt(2);
            }
            case '*' -> {
                at++;
                return random.nextInt(MOST_REPEATS);
            }
            case '+' -> {
                at++;
                return 1 + random.nextInt(MOST_REPEATS);
            }
            case '{' -> {
                String[] bounds =
                        pattern.substring(at + 1, pattern.indexOf('}', at)).split(",");
                at = pattern.indexOf('}', at) + 1;
                int least = Integer.parseInt(bounds[0]);
                int most = Integer.parseInt(bounds[bounds.length - 1]);
                // Mostly short ones, and now and then the longest.
                return random.nextInt(10) == 0
                        ? most
                        : least + random.nextInt(Math.min(most - least, MOST_REPEATS) + 1);
            }
            default -> {
                return 1;
            }
        }
    }
}
