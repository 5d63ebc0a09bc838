package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * One method of the HTTP contract, declared as data. Routing, reading its input, documentation, the matrix of roles
 * and the tests are all made from this.
 *
 * @param name     group and method, such as {@code iam.tokens.create}
 * @param kind     whether it changes anything
 * @param input    the record of its input
 * @param output   the record of its answer; of one item where {@code shape} is a page
 * @param shape    what its answer is
 * @param action   the action that is decided, such as {@code compute:instances:create}
 * @param resource the type of what it is decided on, such as {@code compute-instance}
 * @param summary  one sentence
 * @param errors   the codes that it can answer
 * @param example  an input that is valid, as JSON
 * @param answer   an answer to it; one item where {@code shape} is a page
 * @param handler  carries it out
 */
public record ApiMethod<I>(
        String name,
        Kind kind,
        Class<I> input,
        Class<?> output,
        AnswerShape shape,
        String action,
        String resource,
        String summary,
        Set<ErrorCode> errors,
        String example,
        Object answer,
        Handler<I> handler) {
    /** Where every method is. */
    public static final String ROOT = "/api/compute/";

    private static final Set<ErrorCode> OF_ALL = EnumSet.of(
            ErrorCode.UNAUTHENTICATED,
            ErrorCode.ACCESS_DENIED,
            ErrorCode.INVALID_INPUT,
            ErrorCode.PAYLOAD_TOO_LARGE,
            ErrorCode.RATE_LIMITED,
            ErrorCode.UNAVAILABLE,
            ErrorCode.INTERNAL);

    /** Whether a method changes anything. */
    public enum Kind {
        MUTATION,
        READ
    }

    /** What an answer is. */
    public enum AnswerShape {
        ONE,
        PAGE,
        /** Such objects, one a line. */
        LINES
    }

    /** What carries a method out. */
    @FunctionalInterface
    public interface Handler<I> {
        /** The answer to a call whose input is well formed and whose tenant is the caller's. */
        Reply answer(Call call, I input);
    }

    public ApiMethod {
        EnumSet<ErrorCode> all = EnumSet.copyOf(OF_ALL);
        all.addAll(errors);
        if (kind == Kind.MUTATION) {
            all.add(ErrorCode.CONFIRMATION_REQUIRED);
        }
        errors = all;
    }

    /** The path, such as {@code /api/compute/iam/tokens/create}. */
    public String path() {
        return ROOT + name.replace('.', '/');
    }

    /** The group, such as {@code iam.tokens}. */
    public String group() {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** Begins the declaration of a method that changes something and answers such as {@code answer}. */
    public static <I> Declaration<I> mutation(String name, Class<I> input, Object answer) {
        return new Declaration<>(name, Kind.MUTATION, input, answer, AnswerShape.ONE);
    }

    /** Begins the declaration of a method that answers one thing, such as {@code answer}. */
    public static <I> Declaration<I> read(String name, Class<I> input, Object answer) {
        return new Declaration<>(name, Kind.READ, input, answer, AnswerShape.ONE);
    }

    /** Begins the declaration of a method that answers a page of such as {@code item}. */
    public static <I> Declaration<I> list(String name, Class<I> input, Object item) {
        return new Declaration<>(name, Kind.READ, input, item, AnswerShape.PAGE);
    }

    /** Begins the declaration of a method that answers lines such as {@code line}. */
    public static <I> Declaration<I> lines(String name, Class<I> input, Object line) {
        return new Declaration<>(name, Kind.READ, input, line, AnswerShape.LINES);
    }

    /** A declaration under way. */
    public static final class Declaration<I> {
        private final String name;
        private final Kind kind;
        private final Class<I> input;
        private final Object answer;
        private final AnswerShape shape;
        private Class<?> output;
        private String action = "";
        private String resource = "";
        private String summary = "";
        private String example = "";
        private List<ErrorCode> errors = List.of();

        private Declaration(String name, Kind kind, Class<I> input, Object answer, AnswerShape shape) {
            this.name = name;
            this.kind = kind;
            this.input = input;
            this.answer = answer;
            this.shape = shape;
            this.output = answer.getClass();
        }

        /** What it answers, where that is more than such as the example. */
        public Declaration<I> answers(Class<?> type) {
            this.output = type;
            return this;
        }

        /** What it decides: the action, and the type of resource it is decided on. */
        public Declaration<I> decides(String action, String resource) {
            this.action = action;
            this.resource = resource;
            return this;
        }

        /** One sentence on what it does. */
        public Declaration<I> summary(String summary) {
            this.summary = summary;
            return this;
        }

        /** The codes that it can answer beyond those that every method can. */
        public Declaration<I> errors(ErrorCode... errors) {
            this.errors = List.of(errors);
            return this;
        }

        /** A valid input, as JSON. */
        public Declaration<I> example(String example) {
            this.example = example;
            return this;
        }

        /** What carries it out. */
        public ApiMethod<I> handledBy(Handler<I> handler) {
            Set<ErrorCode> codes = EnumSet.noneOf(ErrorCode.class);
            codes.addAll(errors);
            return new ApiMethod<>(
                    name, kind, input, output, shape, action, resource, summary, codes, example, answer, handler);
        }
    }
}
