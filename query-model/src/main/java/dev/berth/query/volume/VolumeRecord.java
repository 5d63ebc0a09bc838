package dev.berth.query.volume;

import dev.berth.api.volume.AttachmentView;
import dev.berth.api.volume.VolumeView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A volume with what the reconciler needs to know of it.
 *
 * @param missing        whether the provider has it no more, though it had
 * @param withInstanceId the instance with whose machine it goes, where it is to be deleted with that
 */
public record VolumeRecord(
        VolumeView view,
        String accountId,
        boolean missing,
        @Nullable String withInstanceId) {
    /** Its attachments, whatever its kind. */
    public List<AttachmentView> attachments() {
        List<AttachmentView> many = view.attachments();
        AttachmentView one = view.attachment();
        if (many != null) {
            return many;
        }
        return one == null ? List.of() : List.of(one);
    }
}
