package dev.berth.infra.simulator;

import java.util.Locale;

/** A tag, in the case in which it was first written. */
record Tag(String name) implements Entity {

    @Override
    public String key() {
        return key(name);
    }

    /** Names that differ in case alone are one tag. */
    static String key(String name) {
        return "tag/" + name.toLowerCase(Locale.ROOT);
    }
}
