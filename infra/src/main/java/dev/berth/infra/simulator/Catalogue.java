package dev.berth.infra.simulator;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the account has to choose from, and the account itself. */
final class Catalogue {

    /** Not one of the slugs to which the API's document limits volumes and images. */
    static final String NEWEST_REGION = "atl1";

    /** @param gpus how many; they are shown with a size that has some */
    record Size(
            String slug, int memory, int vcpus, int disk, double transfer, int monthly, String description, int gpus) {}

    private static final Map<String, String> CITIES = Map.of(
            "ams", "Amsterdam",
            "blr", "Bangalore",
            "fra", "Frankfurt",
            "lon", "London",
            "nyc", "New York",
            "sfo", "San Francisco",
            "sgp", "Singapore",
            "tor", "Toronto",
            "syd", "Sydney",
            "atl", "Atlanta");

    static final List<String> REGIONS = List.of(
            "nyc1",
            "nyc2",
            "nyc3",
            "ams1",
            "ams2",
            "ams3",
            "blr1",
            "fra1",
            "lon1",
            "sfo1",
            "sfo2",
            "sfo3",
            "sgp1",
            "tor1",
            "syd1",
            NEWEST_REGION);

    static final List<Size> SIZES = List.of(
            new Size("s-1vcpu-512mb-10gb", 512, 1, 10, 0.5, 4, "Basic", 0),
            new Size("s-1vcpu-1gb", 1024, 1, 25, 1, 6, "Basic", 0),
            new Size("s-1vcpu-2gb", 2048, 1, 50, 2, 12, "Basic", 0),
            new Size("s-2vcpu-2gb", 2048, 2, 60, 3, 18, "Basic", 0),
            new Size("s-2vcpu-4gb", 4096, 2, 80, 4, 24, "Basic", 0),
            new Size("s-4vcpu-8gb", 8192, 4, 160, 5, 48, "Basic", 0),
            new Size("s-8vcpu-16gb", 16384, 8, 320, 6, 96, "Basic", 0),
            new Size("g-2vcpu-8gb", 8192, 2, 25, 4, 63, "General Purpose", 0),
            new Size("gpu-h100x1-80gb", 245_760, 20, 720, 15, 2522, "H100 GPU - 1X", 1));

    private final Tables tables;

    Catalogue(Tables tables, Router router) {
        this.tables = tables;
        router.add("GET", "/v2/account", request -> account());
        router.add("GET", "/v2/regions", request -> Pages.of(request, "regions", REGIONS, Catalogue::region));
        router.add("GET", "/v2/sizes", request -> Pages.of(request, "sizes", SIZES, Catalogue::view));
    }

    static Optional<Size> size(String slug) {
        return SIZES.stream().filter(size -> size.slug().equals(slug)).findAny();
    }

    static boolean isRegion(@Nullable String slug) {
        return slug != null && REGIONS.contains(slug);
    }

    private static String regionName(String slug) {
        return CITIES.get(slug.substring(0, 3)) + " " + slug.substring(3);
    }

    static Map<String, @Nullable Object> region(String slug) {
        return Json.object(
                "name", regionName(slug),
                "slug", slug,
                "features", List.of("backups", "ipv6", "metadata", "install_agent", "storage", "image_transfer"),
                "available", true,
                "sizes", SIZES.stream().map(Size::slug).toList());
    }

    static Map<String, @Nullable Object> view(Size size) {
        Map<String, @Nullable Object> view = Json.object(
                "slug", size.slug(),
                "memory", size.memory(),
                "vcpus", size.vcpus(),
                "disk", size.disk(),
                "transfer", size.transfer(),
                "price_monthly", size.monthly(),
                "price_hourly", size.monthly() / 672.0,
                "regions", REGIONS,
                "available", true,
                "description", size.description(),
                "disk_info", diskInfo(size.disk()));
        if (size.gpus() > 0) {
            view.put("gpu_info", gpuInfo(size));
        }
        return view;
    }

    static List<Object> diskInfo(int gb) {
        return List.of(Map.of("type", "local", "size", Map.of("amount", gb, "unit", "gib")));
    }

    static Map<String, @Nullable Object> gpuInfo(Size size) {
        return Json.object(
                "count", size.gpus(),
                "model", "nvidia_h100",
                "vram", Map.of("amount", 80 * size.gpus(), "unit", "gib"));
    }

    /** The slugs that start with this, in an order of preference. */
    static Stream<String> regionsLike(String prefix) {
        return REGIONS.stream().filter(slug -> slug.startsWith(prefix));
    }

    private Answer account() {
        Settings settings = tables.settings();
        Integer droplets = settings.droplets();
        Integer volumes = settings.volumes();
        return Answer.of(
                200,
                Map.of(
                        "account",
                        Json.object(
                                "droplet_limit",
                                droplets == null ? 10_000 : droplets,
                                "floating_ip_limit",
                                3,
                                "reserved_ip_limit",
                                3,
                                "volume_limit",
                                volumes == null ? 0 : volumes,
                                "email",
                                "simulated@example.com",
                                "name",
                                "Simulated",
                                "uuid",
                                "5e0e5d8c-7d2f-4b6c-9a53-3c1f4a3a0d11",
                                "email_verified",
                                true,
                                "status",
                                "active",
                                "status_message",
                                "",
                                "team",
                                Map.of("uuid", "0c6f6b2a-51a8-4a2a-8f5e-9d6a7b3c4e22", "name", "Simulated"))));
    }
}
