package dev.berth.infra.http.input;

import org.jspecify.annotations.Nullable;

/** Where in the input a value stands; made into text only where something is wrong with it. */
final class Path {
    /** The body as a whole. */
    static final Path BODY = new Path(null, "", -1);

    private static final int LONGEST_NAME = 100;

    private final @Nullable Path parent;
    private final String name;
    private final int index;

    private Path(@Nullable Path parent, String name, int index) {
        this.parent = parent;
        this.name = name;
        this.index = index;
    }

    /** The field of this name in the object here. */
    Path field(String field) {
        return new Path(this, field, -1);
    }

    /** The item of this number in the array here. */
    Path item(int number) {
        return new Path(this, "", number);
    }

    /** Such as {@code wait.timeoutMs} or {@code sshKeys[3]}; {@code body} for the body itself. */
    @Override
    public String toString() {
        if (parent == null) {
            return "body";
        }
        StringBuilder text = new StringBuilder();
        write(text);
        return text.toString();
    }

    private void write(StringBuilder text) {
        if (parent == null) {
            return;
        }
        parent.write(text);
        if (index >= 0) {
            text.append('[').append(index).append(']');
        } else {
            if (!text.isEmpty()) {
                text.append('.');
            }
            text.append(Texts.printable(name, LONGEST_NAME));
        }
    }
}
