package dev.berth.command.address;

/**
 * A CIDR block.
 *
 * @param base   its first address as a number
 * @param prefix how many leading bits are fixed, 12 to 32: a larger block than 2^20 addresses is refused
 */
public record Block(long base, int prefix) {
    /**
     * Reads {@code a.b.c.d/n}.
     *
     * @throws IllegalArgumentException with the rule that the text breaks
     */
    public static Block parse(String cidr) {
        int slash = cidr.indexOf('/');
        if (slash < 0 || !cidr.substring(slash + 1).matches("[0-9]|[12][0-9]|3[0-2]")) {
            throw new IllegalArgumentException("must be an IPv4 block such as 10.0.0.0/24");
        }
        long base;
        try {
            base = Ipv4.parse(cidr.substring(0, slash));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("must be an IPv4 block such as 10.0.0.0/24", e);
        }
        int prefix = Integer.parseInt(cidr.substring(slash + 1));
        if (prefix < 12) {
            throw new IllegalArgumentException("must have at most 2^20 addresses (a prefix of 12 or more)");
        }
        Block block = new Block(base, prefix);
        if ((base & (block.size() - 1)) != 0) {
            throw new IllegalArgumentException("has bits set behind its prefix");
        }
        return block;
    }

    /** How many addresses it has. */
    public long size() {
        return 1L << (32 - prefix);
    }

    /** The first address to lease: not the network's own, where the block has one. */
    long first() {
        return prefix >= 31 ? base : base + 1;
    }

    /** The last address to lease: not the broadcast address, where the block has one. */
    long last() {
        return prefix >= 31 ? base + size() - 1 : base + size() - 2;
    }

    /** Whether the two have an address in common. */
    public boolean overlaps(Block other) {
        return base < other.base + other.size() && other.base < base + size();
    }

    boolean contains(long address) {
        return address >= base && address < base + size();
    }
}
