package dev.berth.infra.simulator;

import dev.berth.infra.simulator.AccessPoint.Policy;
import dev.berth.infra.simulator.AccessPoint.Status;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Access points of shares; their errors have a form of their own. */
final class AccessPoints {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9-]{1,61}[a-zA-Z0-9]");
    private static final Pattern PATH = Pattern.compile("/[a-zA-Z0-9._/-]{1,1023}");
    private static final Set<String> SQUASHES = Set.of("NO_SQUASH", "ROOT_SQUASH", "ALL_SQUASH");

    private final Tables tables;

    AccessPoints(Tables tables, Router router) {
        this.tables = tables;
        router.add("POST", "/v2/nfs/shares/{share}/access_points", this::create);
        router.add("GET", "/v2/nfs/shares/{share}/access_points", this::list);
        router.add(
                "GET",
                "/v2/nfs/access_points/{point}",
                request -> Answer.of(200, Map.of("access_point", view(existing(request)))));
        router.add("DELETE", "/v2/nfs/access_points/{point}", this::delete);
    }

    private static Refused refused(int status, String code, String message) {
        return new Refused(Answer.of(status, Json.object("code", code, "message", message)));
    }

    private static Refused invalid(String message) {
        return refused(400, "InvalidArgument", message);
    }

    private Share share(ApiRequest request) {
        return tables.share(request.name("share"))
                .filter(it -> it.status() != Share.Status.DELETED)
                .orElseThrow(Refused::notFound);
    }

    private AccessPoint existing(ApiRequest request) {
        return tables.accessPoint(request.name("point")).orElseThrow(Refused::notFound);
    }

    private List<AccessPoint> of(Share share) {
        return tables.accessPoints().stream()
                .filter(it -> it.shareId().equals(share.id()))
                .toList();
    }

    private Answer create(ApiRequest request) {
        Share share = share(request);
        if (share.status() != Share.Status.ACTIVE && share.status() != Share.Status.INACTIVE) {
            throw refused(400, "INVALID_SHARE_STATUS", "The share must be active or inactive");
        }
        Fields fields = request.fieldsOr400();
        String name = required(fields, "name", "MISSING_NAME");
        if (!NAME.matcher(name).matches() || name.equals("default")) {
            throw invalid("name is invalid");
        }
        String path = required(fields, "path", "MISSING_PATH");
        if (!PATH.matcher(path).matches() || path.contains("..")) {
            throw invalid("path is invalid");
        }
        String vpcId = required(fields, "vpc_id", "MISSING_VPC_ID");
        if (tables.vpc(vpcId).filter(vpc -> vpc.region().equals(share.region())).isEmpty()) {
            throw invalid("vpc_id is invalid");
        }
        Policy policy = policy(fields.object("access_policy"));
        boolean taken = of(share).stream()
                .anyMatch(it -> it.name().equals(name) || it.path().equals(path));
        if (taken) {
            throw refused(409, "AlreadyExists", "An access point with this name or path already exists");
        }
        long due = request.now() + tables.settings().actionMs();
        AccessPoint point = new AccessPoint(
                tables.newId(),
                name,
                share.id(),
                path,
                vpcId,
                policy,
                Status.CREATING,
                false,
                request.outcome(),
                request.now(),
                request.now(),
                due);
        tables.put(point);
        return answer(201, point, share, "CREATE_ACCESS_POINT", request.now());
    }

    private static String required(Fields fields, String name, String code) {
        String text = fields.textOrNull(name);
        if (text == null || text.isEmpty()) {
            throw refused(400, code, name + " is required");
        }
        return text;
    }

    private static Policy policy(Fields fields) {
        int nobody = Policy.USUAL.anonuid();
        String squash = fields.textOrNull("squash_config");
        List<String> protocols = fields.texts("protocols");
        if (fields.number("anonuid", 0, Integer.MAX_VALUE) != nobody
                || fields.number("anongid", 0, Integer.MAX_VALUE) != nobody
                || squash == null
                || !SQUASHES.contains(squash)
                || protocols.isEmpty()
                || !Set.of("NFS4", "NFS").containsAll(protocols)) {
            throw invalid("access_policy is invalid");
        }
        return new Policy(nobody, nobody, protocols, squash, fields.flag("identity_enforcement_enabled", false));
    }

    private Answer list(ApiRequest request) {
        Share share = share(request);
        String status = request.parameter("status");
        List<?> shown = of(share).stream()
                .filter(it -> status == null || status.equals(word(it.status())))
                .map(AccessPoints::view)
                .toList();
        return Answer.of(200, Map.of("access_points", shown));
    }

    private Answer delete(ApiRequest request) {
        AccessPoint point = existing(request);
        if (point.isDefault()) {
            throw invalid("The default access point can not be deleted");
        }
        if (point.status() == Status.DELETED || point.status() == Status.FAILED) {
            throw refused(400, "INVALID_ACCESS_POINT_STATUS", "The access point is deleted or has failed");
        }
        Share share = tables.share(point.shareId()).orElseThrow(Refused::notFound);
        AccessPoint deleted = point.with(
                Status.DELETED, request.now(), request.now() + tables.settings().vanish());
        tables.put(deleted);
        return answer(200, deleted, share, "DELETE_ACCESS_POINT", request.now());
    }

    /** The one that every share has. */
    void comeWith(Share share, long at) {
        tables.put(new AccessPoint(
                tables.newId(),
                "default",
                share.id(),
                "/",
                share.vpcIds().isEmpty() ? null : share.vpcIds().getFirst(),
                Policy.USUAL,
                Status.ACTIVE,
                true,
                Outcome.WORKS,
                at,
                at,
                null));
    }

    /** They are deleted with their share. */
    void goWith(Share share, long at) {
        long gone = at + tables.settings().vanish();
        of(share).forEach(point -> tables.put(point.with(Status.DELETED, at, gone)));
    }

    /** It is made, or gone for good. */
    void pass(AccessPoint point, long at) {
        switch (point.status()) {
            case DELETED -> tables.drop(point);
            case CREATING -> {
                Status now = switch (point.outcome()) {
                    case WORKS, INEFFECTIVE -> Status.ACTIVE;
                    case ERRORED -> Status.FAILED;
                    case STUCK -> Status.CREATING;
                };
                tables.put(point.with(now, at, null));
            }
            case ACTIVE, FAILED -> tables.put(point.with(point.status(), at, null));
        }
    }

    List<?> views(Share share) {
        return of(share).stream().map(AccessPoints::view).toList();
    }

    private Answer answer(int status, AccessPoint point, Share share, String type, long now) {
        return Answer.of(
                status,
                Json.object(
                        "access_point", view(point), "action", ShareActions.view(tables.newId(), share, type, now)));
    }

    private static String word(Status status) {
        return "ACCESS_POINT_" + status.name();
    }

    private static Map<String, @Nullable Object> view(AccessPoint point) {
        Map<String, @Nullable Object> view = Json.object(
                "id", point.id(),
                "name", point.name(),
                "share_id", point.shareId(),
                "path", point.path(),
                "status", word(point.status()),
                "access_policy",
                        Json.object(
                                "anonuid", point.policy().anonuid(),
                                "anongid", point.policy().anongid(),
                                "protocols", point.policy().protocols(),
                                "squash_config", point.policy().squash(),
                                "identity_enforcement_enabled", point.policy().identity()),
                "created_at", Json.time(point.createdAt()),
                "updated_at", Json.time(point.updatedAt()),
                "is_default", point.isDefault());
        if (point.vpcId() != null) {
            view.put("vpc_id", point.vpcId());
        }
        return view;
    }
}
