package dev.berth.api.projection;

/**
 * What came of another try.
 *
 * @param clear whether nothing is put aside any more
 */
public record RetriedLetters(String name, String resourceId, boolean clear) {}
