package dev.berth.api.audit;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened, or a call that was refused.
 *
 * @param type      such as {@code instance.running}; {@code request.refused} of a call that was refused
 * @param eventId   by which later ones name it as their cause
 * @param subject   the resource, in what covers several
 * @param revision  the resource's number of events with this one; absent of what was refused
 * @param actor     the principal; {@code system:reconciler} where nobody called
 * @param session   the token of the call
 * @param requestId the request; what a saga or a host did has the one of its own report
 * @param cause     the event or request before it
 * @param decision  of the call: who with which roles, for whom, on what with which attributes, and which policies decided
 * @param refusal   the method, the code and the details of a call that was refused
 * @param position  its place in the feed, where it was published
 * @param data      what was published of it
 * @param hash      the link of the tenant's chain at this entry
 */
public record HistoryItem(
        String type,
        String eventId,
        @Nullable String subject,
        @Nullable Long revision,
        Instant time,
        String actor,
        @Nullable String session,
        @Nullable String requestId,
        @Nullable String cause,
        @Nullable Map<String, Object> decision,
        @Nullable Map<String, Object> refusal,
        @Nullable Long position,
        @Nullable Map<String, Object> data,
        @Nullable String hash) {
    /** The same after another cause. */
    public HistoryItem causedBy(String event) {
        return new HistoryItem(
                type, eventId, subject, revision, time, actor, session, requestId, event, decision, refusal, position,
                data, hash);
    }

    /** The same with what was published of it. */
    public HistoryItem with(
            @Nullable String newSubject,
            @Nullable Long newPosition,
            @Nullable Map<String, Object> newData,
            @Nullable String newHash) {
        return new HistoryItem(
                type,
                eventId,
                newSubject,
                revision,
                time,
                actor,
                session,
                requestId,
                cause,
                decision,
                refusal,
                newPosition,
                newData,
                newHash);
    }
}
