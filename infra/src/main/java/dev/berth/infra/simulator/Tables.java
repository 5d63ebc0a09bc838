package dev.berth.infra.simulator;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything there is in the account, in memory, in the order in which it was made.
 *
 * <p>Owns: the entities, which of them time changes next, and what has changed since {@link #takeChange}.<br>
 * Does not own: rules, the lock under which it is used ({@link Account}), the disk ({@link dev.berth.infra.journal.Journal}).<br>
 * Invariants: replaying the changes in order gives the same tables.
 */
final class Tables {

    private static final int MOST_ACTIONS = 10_000;

    /** What one request or one step of time has changed. */
    record Change(List<Entity> puts, List<String> drops) {
        boolean isNothing() {
            return puts.isEmpty() && drops.isEmpty();
        }
    }

    private record Due(long at, String key) {}

    private final Map<String, Droplet> droplets = new LinkedHashMap<>();
    private final Map<String, Destroy> destroys = new LinkedHashMap<>();
    private final Map<String, Action> actions = new LinkedHashMap<>();
    private final Map<String, Volume> volumes = new LinkedHashMap<>();
    private final Map<String, Snapshot> snapshots = new LinkedHashMap<>();
    private final Map<String, Share> shares = new LinkedHashMap<>();
    private final Map<String, ShareSnapshot> shareSnapshots = new LinkedHashMap<>();
    private final Map<String, AccessPoint> accessPoints = new LinkedHashMap<>();
    private final Map<String, Vpc> vpcs = new LinkedHashMap<>();
    private final Map<String, VpcMember> members = new LinkedHashMap<>();
    private final Map<String, Tag> tags = new LinkedHashMap<>();
    private volatile Settings settings = Settings.INITIAL;
    private Counter counter = new Counter(1001);

    private final PriorityQueue<Due> waiting =
            new PriorityQueue<>(java.util.Comparator.comparingLong(Due::at).thenComparing(Due::key));
    private final Map<String, Entity> puts = new LinkedHashMap<>();
    private final List<String> drops = new ArrayList<>();

    void put(Entity entity) {
        apply(entity);
        puts.put(entity.key(), entity);
        if (entity instanceof Action && actions.size() > MOST_ACTIONS) {
            forgetOldestAction();
        }
    }

    void drop(Entity entity) {
        applyDrop(entity.key());
        puts.remove(entity.key());
        drops.add(entity.key());
    }

    private void forgetOldestAction() {
        actions.values().stream()
                .filter(action -> action.dueAt() == null)
                .findFirst()
                .ifPresent(this::drop);
    }

    /** What has changed since it was asked last; drops count before puts. */
    Change takeChange() {
        Change change = new Change(List.copyOf(puts.values()), List.copyOf(drops));
        puts.clear();
        drops.clear();
        return change;
    }

    /** Repeats a change that was made before. */
    void replay(Change change) {
        change.drops().forEach(this::applyDrop);
        change.puts().forEach(this::apply);
    }

    private void apply(Entity entity) {
        switch (entity) {
            case Settings it -> settings = it;
            case Counter it -> counter = it;
            case Action it -> actions.put(it.key(), it);
            case Droplet it -> droplets.put(it.key(), it);
            case Destroy it -> destroys.put(it.key(), it);
            case Volume it -> volumes.put(it.key(), it);
            case Snapshot it -> snapshots.put(it.key(), it);
            case Share it -> shares.put(it.key(), it);
            case ShareSnapshot it -> shareSnapshots.put(it.key(), it);
            case AccessPoint it -> accessPoints.put(it.key(), it);
            case Vpc it -> vpcs.put(it.key(), it);
            case VpcMember it -> members.put(it.key(), it);
            case Tag it -> tags.put(it.key(), it);
        }
        Long due = entity.due();
        if (due != null) {
            waiting.add(new Due(due, entity.key()));
        }
    }

    private void applyDrop(String key) {
        table(key).remove(key);
    }

    private Map<String, ? extends Entity> table(String key) {
        return switch (key.substring(0, Math.max(0, key.indexOf('/')))) {
            case "action" -> actions;
            case "droplet" -> droplets;
            case "destroy" -> destroys;
            case "volume" -> volumes;
            case "snapshot" -> snapshots;
            case "share" -> shares;
            case "shareSnapshot" -> shareSnapshots;
            case "accessPoint" -> accessPoints;
            case "vpc" -> vpcs;
            case "vpcMember" -> members;
            case "tag" -> tags;
            default -> throw new IllegalArgumentException("No table has " + key);
        };
    }

    /** Takes the next thing whose time has come, in the order of their times. */
    @Nullable
    Entity takeDue(long now) {
        while (true) {
            Due next = waiting.peek();
            if (next == null || next.at() > now) {
                return null;
            }
            waiting.remove();
            Entity entity = table(next.key()).get(next.key());
            // It may have changed since, and then waits under another time or for nothing.
            if (entity != null && Long.valueOf(next.at()).equals(entity.due())) {
                return entity;
            }
        }
    }

    /** Everything, as changes that make it anew. */
    Stream<Entity> everything() {
        Stream<Collection<? extends Entity>> tables = Stream.of(
                List.of(settings, counter),
                vpcs.values(),
                tags.values(),
                droplets.values(),
                destroys.values(),
                actions.values(),
                volumes.values(),
                snapshots.values(),
                shares.values(),
                shareSnapshots.values(),
                accessPoints.values(),
                members.values());
        return tables.flatMap(Collection::stream);
    }

    long nextNumber() {
        long number = counter.next();
        put(new Counter(number + 1));
        return number;
    }

    String newId() {
        return UUID.randomUUID().toString();
    }

    /** For any thread. */
    Settings settings() {
        return settings;
    }

    Collection<Droplet> droplets() {
        return droplets.values();
    }

    Optional<Droplet> droplet(long id) {
        return Optional.ofNullable(droplets.get("droplet/" + id));
    }

    Optional<Destroy> destroy(long dropletId) {
        return Optional.ofNullable(destroys.get("destroy/" + dropletId));
    }

    Collection<Action> actions() {
        return actions.values();
    }

    Optional<Action> action(long id) {
        return Optional.ofNullable(actions.get("action/" + id));
    }

    Collection<Volume> volumes() {
        return volumes.values();
    }

    Optional<Volume> volume(String id) {
        return Optional.ofNullable(volumes.get("volume/" + id));
    }

    Stream<Volume> volumesOf(long dropletId) {
        return volumes.values().stream().filter(it -> Long.valueOf(dropletId).equals(it.dropletId()));
    }

    Collection<Snapshot> snapshots() {
        return snapshots.values();
    }

    Optional<Snapshot> snapshot(String id) {
        return Optional.ofNullable(snapshots.get("snapshot/" + id));
    }

    Collection<Share> shares() {
        return shares.values();
    }

    Optional<Share> share(String id) {
        return Optional.ofNullable(shares.get("share/" + id));
    }

    Collection<ShareSnapshot> shareSnapshots() {
        return shareSnapshots.values();
    }

    Optional<ShareSnapshot> shareSnapshot(String id) {
        return Optional.ofNullable(shareSnapshots.get("shareSnapshot/" + id));
    }

    Collection<AccessPoint> accessPoints() {
        return accessPoints.values();
    }

    Optional<AccessPoint> accessPoint(String id) {
        return Optional.ofNullable(accessPoints.get("accessPoint/" + id));
    }

    Collection<Vpc> vpcs() {
        return vpcs.values();
    }

    Optional<Vpc> vpc(String id) {
        return Optional.ofNullable(vpcs.get("vpc/" + id));
    }

    Collection<VpcMember> members() {
        return members.values();
    }

    Optional<VpcMember> member(String urn) {
        return Optional.ofNullable(members.get("vpcMember/" + urn));
    }

    Collection<Tag> tags() {
        return tags.values();
    }

    Optional<Tag> tag(String name) {
        return Optional.ofNullable(tags.get(Tag.key(name)));
    }
}
