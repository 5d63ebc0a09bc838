package dev.berth.infra.outbound;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Which addresses may be called.
 *
 * <p>Owns: what of the networks is inside and therefore refused, and what the operator allows all the same.<br>
 * Does not own: names; they are resolved by {@link OutboundHttp}, and what they resolve to is judged here.<br>
 * Invariants: an address is judged by where its packets go: an IPv6 address that stands for, or leads to, an IPv4 one is
 * judged as that one too.<br>
 * On failure: what is not understood is refused.
 */
public final class OutboundRules {

    /** The setting that names blocks which may be called all the same. */
    public static final String SETTING = "berth.outbound.allow";

    private static final List<Cidr> INSIDE = Stream.of(
                    // IPv4: this host, private, shared with carriers, loopback, link-local, protocols, benchmarks,
                    // multicast, reserved and broadcast.
                    "0.0.0.0/8",
                    "10.0.0.0/8",
                    "100.64.0.0/10",
                    "127.0.0.0/8",
                    "169.254.0.0/16",
                    "172.16.0.0/12",
                    "192.0.0.0/24",
                    "192.168.0.0/16",
                    "198.18.0.0/15",
                    "224.0.0.0/4",
                    "240.0.0.0/4",
                    // IPv6: unspecified, loopback, discarded, unique local, link-local, site-local, multicast.
                    "::/128",
                    "::1/128",
                    "100::/64",
                    "fc00::/7",
                    "fe80::/10",
                    "fec0::/10",
                    "ff00::/8")
            .map(Cidr::parse)
            .toList();

    private static final Cidr COMPATIBLE = Cidr.parse("::/96");
    private static final Cidr NAT64 = Cidr.parse("64:ff9b::/96");
    private static final Cidr LOCAL_NAT64 = Cidr.parse("64:ff9b:1::/48");
    private static final Cidr TRANSLATED = Cidr.parse("::ffff:0:0:0/96");
    private static final Cidr SIX_TO_FOUR = Cidr.parse("2002::/16");
    private static final Cidr TEREDO = Cidr.parse("2001::/32");
    private static final Pattern NUMBERS = Pattern.compile("(.*\\.)?(0[xX][0-9a-fA-F]*|[0-9]+)\\.?");
    private static final Pattern QUAD = Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    private final List<Cidr> allowed;

    /** @param allowed blocks that may be called all the same */
    private OutboundRules(List<Cidr> allowed) {
        this.allowed = allowed;
    }

    /**
     * @param allowed blocks in CIDR form, separated by commas; empty for none
     * @throws IllegalArgumentException when one is none; the message says which
     */
    public static OutboundRules allowing(String allowed) {
        return new OutboundRules(Arrays.stream(allowed.split(","))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(Cidr::parse)
                .toList());
    }

    /**
     * What is wrong with a URL that is to be called later: its form, or that it names an address that may not be called.
     * Empty where nothing is; names are not resolved.
     */
    public Optional<String> wrong(String url) {
        try {
            URI uri = URI.create(url);
            String host = host(uri);
            if (isName(host)) {
                return isLocalName(host) && !allows(InetAddress.getLoopbackAddress())
                        ? Optional.of("names this host itself")
                        : Optional.empty();
            }
            return allows(literal(host)) ? Optional.empty() : Optional.of("names an address that may not be called");
        } catch (IllegalArgumentException e) {
            return Optional.of("is no URL");
        } catch (OutboundRefused e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** The host of a URL that can be called at all, an IPv6 literal without its brackets. */
    static String host(URI uri) throws OutboundRefused {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new OutboundRefused("has to begin with https:// or http://");
        }
        if (uri.getRawUserInfo() != null) {
            throw new OutboundRefused("must not hold a user or a password");
        }
        String host = uri.getHost();
        if (host == null || host.isEmpty()) {
            throw new OutboundRefused("has no host");
        }
        if (uri.getPort() == 0 || uri.getPort() > 65_535) {
            throw new OutboundRefused("has no port that can be called");
        }
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    /** Whether it has to be resolved. What ends in a number is an address, however it is written. */
    static boolean isName(String host) {
        return host.indexOf(':') < 0 && !NUMBERS.matcher(host).matches();
    }

    private static boolean isLocalName(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        return name.equals("localhost") || name.endsWith(".localhost");
    }

    /** The address that a host is, in the one form that everybody reads in the same way. */
    static InetAddress literal(String host) throws OutboundRefused {
        if (host.indexOf('%') >= 0) {
            throw new OutboundRefused("names an interface of this host");
        }
        if (host.indexOf(':') < 0 && !QUAD.matcher(host).matches()) {
            throw new OutboundRefused("writes its address in a form that is not taken");
        }
        try {
            return Cidr.literal(host);
        } catch (UnknownHostException e) {
            throw new OutboundRefused("names no address");
        }
    }

    /** Whether it may be called. */
    public boolean allows(InetAddress address) {
        if (allowed.stream().anyMatch(block -> block.contains(address))) {
            return true;
        }
        if (INSIDE.stream().anyMatch(block -> block.contains(address))) {
            return false;
        }
        if (!(address instanceof Inet6Address)) {
            return true;
        }
        byte[] bytes = address.getAddress();
        if (LOCAL_NAT64.contains(address)) {
            return false;
        }
        if (COMPATIBLE.contains(address) || NAT64.contains(address) || TRANSLATED.contains(address)) {
            return allows(v4(bytes, 12, 0));
        }
        if (SIX_TO_FOUR.contains(address)) {
            return allows(v4(bytes, 2, 0));
        }
        if (TEREDO.contains(address)) {
            // The client's address is written inverted, the server's is not.
            return allows(v4(bytes, 12, 0xff)) && allows(v4(bytes, 4, 0));
        }
        boolean isatap = (bytes[8] & 0xfd) == 0 && bytes[9] == 0 && bytes[10] == 0x5e && (bytes[11] & 0xff) == 0xfe;
        return !isatap || allows(v4(bytes, 12, 0));
    }

    private static Inet4Address v4(byte[] bytes, int at, int inverted) {
        byte[] four = new byte[4];
        for (int i = 0; i < 4; i++) {
            four[i] = (byte) (bytes[at + i] ^ inverted);
        }
        try {
            return (Inet4Address) InetAddress.getByAddress(four);
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
