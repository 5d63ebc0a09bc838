package dev.berth.command.address;

/** IPv4 addresses as numbers from 0 to 2^32 - 1. Strict: four decimal numbers without leading zeros. */
final class Ipv4 {
    private Ipv4() {}

    /**
     * The number of an address.
     *
     * @throws IllegalArgumentException where the text is no IPv4 address
     */
    static long parse(String text) {
        String[] parts = text.split("\\.", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("must be an IPv4 address");
        }
        long value = 0;
        for (String part : parts) {
            boolean plain = part.matches("0|[1-9][0-9]{0,2}");
            int octet = plain ? Integer.parseInt(part) : 256;
            if (octet > 255) {
                throw new IllegalArgumentException("must be an IPv4 address");
            }
            value = (value << 8) | octet;
        }
        return value;
    }

    /** The address of a number. */
    static String format(long value) {
        return (value >> 24 & 255) + "." + (value >> 16 & 255) + "." + (value >> 8 & 255) + "." + (value & 255);
    }
}
