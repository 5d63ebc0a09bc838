package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Capabilities;
import dev.berth.sagas.provider.ProviderRules;
import dev.berth.sagas.provider.Violation;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What DigitalOcean documents that it refuses. What it does not document it is asked. */
public final class DigitalOceanRules implements ProviderRules {

    /** The least size of a share unless it is set; the provider varies it. */
    public static final int LEAST_SHARE_GIB = 50;

    static final int MOST_VOLUME_GIB = 16_384;
    private static final int MOST_SHARE_GIB = 32_768;
    private static final int MOST_DESCRIPTION_BYTES = 1024;
    private static final int MOST_USER_DATA_BYTES = 64 << 10;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
    private static final Pattern REGION = Pattern.compile("[a-z][a-z0-9-]{0,38}[a-z0-9]");
    private static final Pattern SLUG = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,254}");
    private static final Pattern CIDR = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,3}){3})/([0-9]{1,2})");
    private static final Set<String> FILESYSTEMS = Set.of("ext4", "xfs");
    private static final int WIDEST = 16;
    private static final int NARROWEST = 28;

    private final int leastShareGiB;

    public DigitalOceanRules(int leastShareGiB) {
        this.leastShareGiB = leastShareGiB;
    }

    @Override
    public Capabilities capabilities() {
        return new Capabilities(true, true, true, true, false, true);
    }

    @Override
    public Optional<Violation> validate(Wish wish) {
        if (!REGION.matcher(wish.region()).matches()) {
            return violation("region", "DigitalOcean has no region of that form.");
        }
        return switch (wish) {
            case Wish.VolumeWish it -> volume(it);
            case Wish.MachineWish it -> machine(it);
            case Wish.SnapshotWish it ->
                NAME.matcher(it.longName()).matches()
                        ? Optional.empty()
                        : violation("name", "A snapshot's name is of lower-case letters, digits and dashes.");
            case Wish.NetworkWish it -> cidr(it.cidr());
        };
    }

    private static Optional<Violation> violation(String reason, String words) {
        return Optional.of(new Violation(reason, words));
    }

    private Optional<Violation> volume(Wish.VolumeWish wish) {
        if (!NAME.matcher(wish.longName()).matches()) {
            return violation(
                    "name", "A volume's name begins with a letter and is of lower-case letters, digits and dashes.");
        }
        Optional<Violation> size = validateSize(wish.kind(), wish.sizeGiB());
        if (size.isPresent()) {
            return size;
        }
        String description = wish.description();
        if (description != null && description.getBytes(StandardCharsets.UTF_8).length > MOST_DESCRIPTION_BYTES) {
            return violation("description", "A description has at most %d bytes.".formatted(MOST_DESCRIPTION_BYTES));
        }
        if (wish.kind() == VolumeKind.BLOCK) {
            String filesystem = wish.filesystem();
            return filesystem == null || FILESYSTEMS.contains(filesystem)
                    ? Optional.empty()
                    : violation("filesystem", "DigitalOcean formats volumes with ext4 or xfs.");
        }
        if (wish.filesystem() != null) {
            return violation("filesystem", "A share has no filesystem to choose.");
        }
        return wish.snapshotId() == null
                ? Optional.empty()
                : violation("restoreShared", "DigitalOcean makes no share from a snapshot.");
    }

    @Override
    public Optional<Violation> validateSize(VolumeKind kind, int sizeGiB) {
        int least = kind == VolumeKind.SHARED ? leastShareGiB : 1;
        int most = kind == VolumeKind.SHARED ? MOST_SHARE_GIB : MOST_VOLUME_GIB;
        return sizeGiB >= least && sizeGiB <= most
                ? Optional.empty()
                : violation(
                        "size",
                        "A %s of DigitalOcean has %d to %d GiB."
                                .formatted(kind == VolumeKind.SHARED ? "share" : "volume", least, most));
    }

    private static Optional<Violation> machine(Wish.MachineWish wish) {
        if (wish.size() == null || !SLUG.matcher(wish.size()).matches()) {
            return violation("size", "The flavor names no size of DigitalOcean (providerSize).");
        }
        if (!SLUG.matcher(wish.image()).matches()) {
            return violation("image", "DigitalOcean has no image of that form.");
        }
        String userData = CloudInit.of(wish.sshKeys(), wish.userData());
        return userData == null || userData.getBytes(StandardCharsets.UTF_8).length <= MOST_USER_DATA_BYTES
                ? Optional.empty()
                : violation("userData", "Start-up data and SSH keys together have at most 64 KiB.");
    }

    private static Optional<Violation> cidr(String text) {
        var parts = CIDR.matcher(text);
        if (parts.matches()) {
            int prefix = Integer.parseInt(parts.group(2));
            try {
                InetAddress address = InetAddress.getByName(parts.group(1));
                int host = ByteBuffer.wrap(address.getAddress()).getInt() << Math.min(prefix, 31);
                if (address.isSiteLocalAddress() && prefix >= WIDEST && prefix <= NARROWEST && host == 0) {
                    return Optional.empty();
                }
            } catch (UnknownHostException e) {
                // Not of four bytes.
            }
        }
        return violation("cidr", "A network of DigitalOcean is a private IPv4 range from /28 to /16.");
    }
}
