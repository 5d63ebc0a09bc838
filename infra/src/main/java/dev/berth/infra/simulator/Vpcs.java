package dev.berth.infra.simulator;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** {@code /v2/vpcs}: private networks, their members and addresses. */
final class Vpcs {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9.-]{1,255}");
    private static final int MOST_DESCRIPTION = 255;
    private static final int GENERATED_PREFIX = 20;
    private static final int FIRST_HOST = 2;

    private final Tables tables;

    Vpcs(Tables tables, Router router) {
        this.tables = tables;
        router.add("GET", "/v2/vpcs", this::list);
        router.add("POST", "/v2/vpcs", this::create);
        router.add("GET", "/v2/vpcs/{vpc}", request -> answer(200, existing(request)));
        router.add("PUT", "/v2/vpcs/{vpc}", request -> update(request, true));
        router.add("PATCH", "/v2/vpcs/{vpc}", request -> update(request, false));
        router.add("DELETE", "/v2/vpcs/{vpc}", this::delete);
        router.add("GET", "/v2/vpcs/{vpc}/members", this::members);
    }

    private Vpc existing(ApiRequest request) {
        return tables.vpc(request.name("vpc")).orElseThrow(Refused::notFound);
    }

    private Answer list(ApiRequest request) {
        long newest = request.now() - tables.settings().listLagMs();
        List<Vpc> shown =
                tables.vpcs().stream().filter(vpc -> vpc.createdAt() <= newest).toList();
        return Pages.of(request, "vpcs", shown, Vpcs::view);
    }

    private Answer create(ApiRequest request) {
        Fields fields = request.fields();
        String name = name(fields.text("name"), null);
        String region = fields.text("region");
        if (!Catalogue.isRegion(region)) {
            throw Refused.unprocessable("region is invalid");
        }
        String description = description(fields, "");
        String range = fields.textOrNull("ip_range");
        Vpc vpc = new Vpc(
                tables.newId(),
                name,
                description,
                region,
                (range == null ? freeRange() : range(range)).toString(),
                defaultOf(region).isEmpty(),
                request.now());
        tables.put(vpc);
        return answer(201, vpc);
    }

    private String name(String name, @Nullable Vpc own) {
        if (!NAME.matcher(name).matches()) {
            throw Refused.unprocessable("name may only contain letters, numbers, dashes and periods");
        }
        if (tables.vpcs().stream().anyMatch(vpc -> vpc.name().equals(name) && !vpc.equals(own))) {
            throw Refused.conflict("A VPC with the name '%s' already exists".formatted(name));
        }
        return name;
    }

    private static String description(Fields fields, String absent) {
        String description = fields.textOrNull("description");
        if (description == null) {
            return absent;
        }
        if (description.codePointCount(0, description.length()) > MOST_DESCRIPTION) {
            throw Refused.unprocessable("description must be %d characters or less".formatted(MOST_DESCRIPTION));
        }
        return description;
    }

    private Cidr range(String text) {
        Cidr range = Cidr.parse(text)
                .filter(cidr -> cidr.prefix() >= 16 && cidr.prefix() <= 28 && cidr.isPrivate())
                .orElseThrow(
                        () -> Refused.unprocessable("ip_range must be a private range in CIDR form, from /28 to /16"));
        if (overlaps(range)) {
            throw Refused.unprocessable("This range/size overlaps with another VPC network in your account");
        }
        return range;
    }

    private boolean overlaps(Cidr range) {
        return tables.vpcs().stream().anyMatch(vpc -> Cidr.of(vpc.ipRange()).overlaps(range));
    }

    private Cidr freeRange() {
        Cidr all = Cidr.of("10.0.0.0/8");
        long step = 1L << (32 - GENERATED_PREFIX);
        for (long base = all.base() + (100L << 16); base < all.base() + all.size(); base += step) {
            Cidr range = new Cidr(base, GENERATED_PREFIX);
            if (!overlaps(range)) {
                return range;
            }
        }
        throw Refused.unprocessable("There is no free range left");
    }

    private Optional<Vpc> defaultOf(String region) {
        return tables.vpcs().stream()
                .filter(vpc -> vpc.isDefault() && vpc.region().equals(region))
                .findAny();
    }

    /** The region's default network, made when the first Droplet there names none. */
    Vpc defaultIn(String region, long now) {
        return defaultOf(region).orElseGet(() -> {
            String name = "default-" + region;
            boolean taken = tables.vpcs().stream().anyMatch(vpc -> vpc.name().equals(name));
            String id = tables.newId();
            Vpc fresh = new Vpc(
                    id,
                    taken ? name + "-" + id.substring(0, 8) : name,
                    "",
                    region,
                    freeRange().toString(),
                    true,
                    now);
            tables.put(fresh);
            return fresh;
        });
    }

    private Answer update(ApiRequest request, boolean whole) {
        Vpc old = existing(request);
        Fields fields = request.fields();
        boolean named = whole || fields.has("name");
        String name = named ? name(fields.text("name"), old) : old.name();
        Vpc changed = old.with(name, description(fields, old.description()));
        if (fields.flag("default", false) && !old.isDefault()) {
            defaultOf(old.region()).ifPresent(other -> tables.put(other.withDefault(false)));
            changed = changed.withDefault(true);
        }
        tables.put(changed);
        return answer(200, changed);
    }

    private Answer delete(ApiRequest request) {
        Vpc vpc = existing(request);
        if (vpc.isDefault()) {
            throw new Refused(403, "Can not delete the default VPC of a region");
        }
        boolean used = tables.members().stream()
                        .anyMatch(member -> member.vpcId().equals(vpc.id()))
                || tables.shares().stream().anyMatch(share -> share.vpcIds().contains(vpc.id()));
        if (used) {
            throw Refused.conflict("Can not delete VPC with members");
        }
        tables.drop(vpc);
        return Answer.empty(204);
    }

    private Answer members(ApiRequest request) {
        Vpc vpc = existing(request);
        String type = request.parameter("resource_type");
        List<VpcMember> shown = tables.members().stream()
                .filter(member -> member.vpcId().equals(vpc.id()))
                .filter(member -> type == null || member.urn().startsWith("do:" + type + ":"))
                .toList();
        return Pages.of(
                request,
                "members",
                shown,
                member -> Json.object(
                        "name", member.name(), "urn", member.urn(), "created_at", Json.time(member.createdAt())));
    }

    /** Refuses when the network, or else the region's default one, has fewer free addresses than these. */
    void checkRoom(@Nullable String vpcId, String region, int more) {
        Optional<Vpc> vpc = vpcId == null ? defaultOf(region) : tables.vpc(vpcId);
        vpc.ifPresent(it -> {
            Cidr range = Cidr.of(it.ipRange());
            Set<String> taken = taken();
            long free = 0;
            for (long offset = FIRST_HOST; offset < range.size() - 1 && free < more; offset++) {
                free += taken.contains(range.address(offset)) ? 0 : 1;
            }
            if (free < more) {
                throw Refused.unprocessable("The VPC has no free IP addresses");
            }
        });
    }

    private Set<String> taken() {
        Set<String> taken = new HashSet<>();
        for (Droplet droplet : tables.droplets()) {
            taken.add(droplet.privateIp());
        }
        for (Share share : tables.shares()) {
            if (share.host() != null) {
                taken.add(share.host());
            }
        }
        return taken;
    }

    /** An address of the network that nothing has. */
    Optional<String> freeAddress(Vpc vpc) {
        Cidr range = Cidr.of(vpc.ipRange());
        Set<String> taken = taken();
        for (long offset = FIRST_HOST; offset < range.size() - 1; offset++) {
            String address = range.address(offset);
            if (!taken.contains(address)) {
                return Optional.of(address);
            }
        }
        return Optional.empty();
    }

    void join(Vpc vpc, Droplet droplet) {
        tables.put(new VpcMember(urn(droplet), vpc.id(), droplet.name(), droplet.createdAt(), null));
    }

    /** Ends the membership of a Droplet that is gone, somewhat later. */
    void leave(Droplet droplet, long at) {
        tables.member(urn(droplet)).ifPresent(member -> tables.put(member.until(at)));
    }

    private static String urn(Droplet droplet) {
        return "do:droplet:" + droplet.id();
    }

    private static Answer answer(int status, Vpc vpc) {
        return Answer.of(status, Map.of("vpc", view(vpc)));
    }

    private static Map<String, @Nullable Object> view(Vpc vpc) {
        return Json.object(
                "id", vpc.id(),
                "urn", "do:vpc:" + vpc.id(),
                "name", vpc.name(),
                "description", vpc.description(),
                "region", vpc.region(),
                "ip_range", vpc.ipRange(),
                "default", vpc.isDefault(),
                "created_at", Json.timeInNanos(vpc.createdAt()));
    }
}
