package dev.berth.command.volume;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.DesiredAttachment;

/** What is wanted, and was seen, of a volume on one instance. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
final class Attachment {
    AttachmentState state = AttachmentState.PENDING;
    DesiredAttachment desired = DesiredAttachment.ATTACHED;
    /** Why it was not done last time; empty after something was. */
    String trouble = "";
    /** The volume's revision at which what is wanted of this attachment last changed. */
    long wantedSince;
    /** The greatest fencing number of which an outcome was taken. */
    long fence;

    Attachment() {}

    Attachment(long wantedSince) {
        this.wantedSince = wantedSince;
    }

    void attached(long byFence) {
        state = AttachmentState.ATTACHED;
        trouble = "";
        fence = Math.max(fence, byFence);
    }

    void lost() {
        state = AttachmentState.PENDING;
    }

    void failed(String reason, long byFence) {
        trouble = reason;
        fence = Math.max(fence, byFence);
    }

    void errored(String reason, long byFence) {
        state = AttachmentState.ERROR;
        failed(reason, byFence);
    }

    void detaching(long revision) {
        state = AttachmentState.DETACHING;
        desired = DesiredAttachment.DETACHED;
        trouble = "";
        wantedSince = revision;
    }
}
