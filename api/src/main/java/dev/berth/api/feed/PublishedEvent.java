package dev.berth.api.feed;

import java.time.Instant;
import java.util.Map;

/**
 * A published event in the shape of CloudEvents 1.0.
 *
 * @param id       unique
 * @param source   {@code /berth/tenants/<tenantId>}
 * @param type     such as {@code instance.created}
 * @param subject  the id of the resource
 * @param position its place in the feed, dense from 1
 */
public record PublishedEvent(
        String specversion,
        String id,
        String source,
        String type,
        String subject,
        Instant time,
        String datacontenttype,
        long position,
        Map<String, Object> data) {}
