package dev.berth.api.projection;

import java.util.List;

/**
 * What a comparison of a read model with its events came to.
 *
 * @param compared    how many resources were looked at
 * @param differences how many of them, and of the sums over them, are not as they should be
 * @param examples    what is wrong with the first of them
 */
public record VerifiedProjection(String name, long compared, long differences, List<String> examples) {}
