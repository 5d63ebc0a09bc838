package dev.berth.infra.outbound;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A block of addresses, IPv4 or IPv6. */
record Cidr(byte[] base, int prefix) {

    private static final Pattern V4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    /** @throws IllegalArgumentException when it is none */
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        try {
            byte[] bytes = literal(address).getAddress();
            int prefix = slash < 0 ? bytes.length * 8 : Integer.parseInt(text.substring(slash + 1));
            if (prefix < 0 || prefix > bytes.length * 8) {
                throw new IllegalArgumentException("No block of addresses: " + text);
            }
            return new Cidr(bytes, prefix);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException("No block of addresses: " + text, e);
        }
    }

    /** The address that a literal writes; never asks anybody. */
    static InetAddress literal(String text) throws UnknownHostException {
        if (!V4.matcher(text).matches() && !V6.matcher(text).matches()) {
            throw new UnknownHostException("No address: " + text);
        }
        return InetAddress.getByName(text);
    }

    boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        if (other.length != base.length) {
            return false;
        }
        int whole = prefix / 8;
        for (int i = 0; i < whole; i++) {
            if (other[i] != base[i]) {
                return false;
            }
        }
        int rest = prefix % 8;
        int mask = rest == 0 ? 0 : 0xff << (8 - rest) & 0xff;
        return rest == 0 || (other[whole] & mask) == (base[whole] & mask);
    }

    boolean isV4() {
        return base.length == 4;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Cidr cidr && prefix == cidr.prefix && java.util.Arrays.equals(base, cidr.base);
    }

    @Override
    public int hashCode() {
        return 31 * java.util.Arrays.hashCode(base) + prefix;
    }

    @Override
    public String toString() {
        try {
            InetAddress address = InetAddress.getByAddress(base);
            return switch (address) {
                case Inet4Address v4 -> v4.getHostAddress() + "/" + prefix;
                case Inet6Address v6 -> v6.getHostAddress() + "/" + prefix;
                default -> address + "/" + prefix;
            };
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
