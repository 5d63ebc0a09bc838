package dev.berth.infra.simulator;

import java.util.Optional;

/**
 * A range of IPv4 addresses.
 *
 * @param base its first address, as a number
 * @param prefix how many leading bits are fixed
 */
record Cidr(long base, int prefix) {

    /** Empty for what is none, or does not begin where its prefix says. */
    static Optional<Cidr> parse(String text) {
        String[] halves = text.split("/");
        if (halves.length != 2
                || !halves[1].matches("[0-9]{1,2}")
                || !halves[0].matches("([0-9]{1,3}\\.){3}[0-9]{1,3}")) {
            return Optional.empty();
        }
        long base = 0;
        for (String part : halves[0].split("\\.")) {
            int number = Integer.parseInt(part);
            if (number > 255) {
                return Optional.empty();
            }
            base = base * 256 + number;
        }
        int prefix = Integer.parseInt(halves[1]);
        if (prefix > 32 || base % (1L << (32 - prefix)) != 0) {
            return Optional.empty();
        }
        return Optional.of(new Cidr(base, prefix));
    }

    static Cidr of(String text) {
        return parse(text).orElseThrow(() -> new IllegalArgumentException(text + " is no range"));
    }

    long size() {
        return 1L << (32 - prefix);
    }

    boolean overlaps(Cidr other) {
        return base < other.base + other.size() && other.base < base + size();
    }

    boolean isPrivate() {
        return within(of("10.0.0.0/8")) || within(of("172.16.0.0/12")) || within(of("192.168.0.0/16"));
    }

    private boolean within(Cidr other) {
        return base >= other.base && base + size() <= other.base + other.size();
    }

    String address(long offset) {
        return text(base + offset);
    }

    String netmask() {
        return text((0xFFFF_FFFFL << (32 - prefix)) & 0xFFFF_FFFFL);
    }

    private static String text(long address) {
        return "%d.%d.%d.%d".formatted(address >> 24 & 255, address >> 16 & 255, address >> 8 & 255, address & 255);
    }

    @Override
    public String toString() {
        return text(base) + "/" + prefix;
    }
}
