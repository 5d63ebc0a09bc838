package dev.berth.query.feed;

import java.util.Map;

/**
 * What is published of an event, before it has a position.
 *
 * @param tenantId who sees it
 * @param type     its published name
 * @param subject  the id (or name) of the resource that it is about
 * @param data     its published fields
 */
public record Published(String tenantId, String type, String subject, Map<String, Object> data) {}
