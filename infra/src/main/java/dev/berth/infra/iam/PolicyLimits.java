package dev.berth.infra.iam;

import java.util.Optional;

/**
 * How complex a policy may be. Cedar's parser and evaluator are native code that recurses on the caller's stack: the
 * first ends the whole process when there is no more of it (at some 35 nested parentheses in 512 KiB), the second gives
 * up on the policy (at some 100 alternatives). These limits leave room in a stack of 512 KiB.
 */
final class PolicyLimits {
    private static final int NESTED = 16;
    private static final int CONDITIONALS = 16;
    private static final int OPERATORS = 64;

    private final String text;
    private int at;
    private int depth;
    private int deepest;
    private int conditionals;
    private int operators;

    private PolicyLimits(String text) {
        this.text = text;
    }

    /** The limit that the text breaks, if any. */
    static Optional<String> problem(String text) {
        PolicyLimits seen = new PolicyLimits(text);
        while (seen.at < text.length()) {
            seen.next();
        }
        if (seen.deepest > NESTED) {
            return Optional.of("Too complex: at most " + NESTED + " brackets can be nested");
        }
        if (seen.conditionals > CONDITIONALS) {
            return Optional.of("Too complex: at most " + CONDITIONALS + " conditionals (if) are allowed");
        }
        if (seen.operators > OPERATORS) {
            return Optional.of(
                    "Too complex: at most " + OPERATORS + " of the operators &&, ||, !, +, - and * are allowed");
        }
        return Optional.empty();
    }

    private void next() {
        char c = text.charAt(at);
        switch (c) {
            case '"' -> skipString();
            case '/' -> skipComment();
            case '(', '[', '{' -> deepest = Math.max(deepest, ++depth);
            case ')', ']', '}' -> depth--;
            case '+', '-', '*', '!' -> operators++;
            case '&', '|' -> {
                operators++;
                at++;
            }
            default -> {
                if (Character.isLetter(c)) {
                    skipWord();
                }
            }
        }
        at++;
    }

    private void skipString() {
        at++;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
    }

    private void skipComment() {
        if (text.startsWith("//", at)) {
            int end = text.indexOf('\n', at);
            at = end < 0 ? text.length() : end;
        }
    }

    private void skipWord() {
        int start = at;
        while (at + 1 < text.length() && Character.isJavaIdentifierPart(text.charAt(at + 1))) {
            at++;
        }
        if (text.substring(start, at + 1).equals("if")) {
            conditionals++;
        }
    }
}
