package dev.berth.api.projection;

/** A saga that was built again: it is at work. */
public record RetriedSaga(String resourceId) {}
