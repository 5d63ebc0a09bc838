package dev.berth.api.volume;

/** One attachment of a volume as it is shown. */
public record AttachmentView(String instanceId, AttachmentState state, DesiredAttachment desiredState) {}
