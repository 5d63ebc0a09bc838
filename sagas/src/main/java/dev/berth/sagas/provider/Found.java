package dev.berth.sagas.provider;

import java.util.List;

/**
 * What a look-up by marker found.
 *
 * @param things everything that carries the marker, or, where things of the kind can't be marked, that has the name
 * @param name the name that a create would use as things stand: the one that was looked up, or another, where a thing of
 *     this deployment with another marker has it
 * @param nameIsForeign whether a thing that carries no mark of this deployment has the name, so that a create would be
 *     refused for good
 */
public record Found<T>(List<T> things, String name, boolean nameIsForeign) {
    public Found {
        things = List.copyOf(things);
    }
}
