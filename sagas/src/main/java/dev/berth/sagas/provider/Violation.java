package dev.berth.sagas.provider;

/**
 * Why a provider would refuse a wish, known before anything is asked.
 *
 * @param reason the rule: {@code size}, {@code name}, {@code region}, {@code filesystem}, {@code description},
 *     {@code image}, {@code userData}, {@code cidr} …
 * @param words a sentence for a person
 */
public record Violation(String reason, String words) {}
