package dev.berth.infra.simulator;

import dev.berth.infra.simulator.Share.Task;

/**
 * Lets time pass: what was begun ends, what was deleted disappears, each at the time that was stored with it.
 *
 * <p>Owns: which step of which family follows when something's time has come.<br>
 * Does not own: the steps; when it is called (before every request).<br>
 * Invariants: how often it is called makes no difference to what happens, nor to the times it is said to have happened.
 */
final class Passage {

    private final Tables tables;
    private final Actions actions;
    private final Droplets droplets;
    private final DropletActions dropletActions;
    private final Destroys destroys;
    private final VolumeActions volumeActions;
    private final ShareActions shareActions;
    private final ShareSnapshots shareSnapshots;
    private final AccessPoints accessPoints;

    Passage(Tables tables, Router router) {
        this.tables = tables;
        this.actions = new Actions(tables, router);
        Tags tags = new Tags(tables, router);
        Vpcs vpcs = new Vpcs(tables, router);
        this.droplets = new Droplets(tables, actions, vpcs, tags, router);
        this.dropletActions = new DropletActions(tables, actions, droplets, router);
        new DropletExtras(tables, droplets, router);
        this.destroys = new Destroys(tables, droplets, router);
        Volumes volumes = new Volumes(tables, tags, router);
        this.volumeActions = new VolumeActions(tables, actions, volumes, tags, router);
        new Snapshots(tables, volumes, tags, router);
        this.accessPoints = new AccessPoints(tables, router);
        this.shareSnapshots = new ShareSnapshots(tables, router);
        Shares shares = new Shares(tables, vpcs, accessPoints, router);
        this.shareActions = new ShareActions(tables, shares, shareSnapshots, router);
        new Catalogue(tables, router);
    }

    /** Does everything whose time has come, in the order of the times. */
    void until(long now) {
        for (Entity next = tables.takeDue(now); next != null; next = tables.takeDue(now)) {
            Long due = next.due();
            if (due != null) {
                pass(next, due);
            }
        }
    }

    private void pass(Entity entity, long at) {
        switch (entity) {
            case Action it -> end(it, at);
            case Droplet it -> droplets.gone(it, at);
            case Destroy it -> destroys.carryOut(it, at);
            case Volume it -> tables.put(it.attachedTo(null));
            case Share it -> {
                Task task = it.task();
                if (task == null) {
                    tables.drop(it);
                } else {
                    shareActions.carryOut(it, task);
                }
            }
            case ShareSnapshot it -> shareSnapshots.pass(it);
            case AccessPoint it -> accessPoints.pass(it, at);
            case VpcMember it -> tables.drop(it);
            case Settings it -> throw timeless(it);
            case Counter it -> throw timeless(it);
            case Snapshot it -> throw timeless(it);
            case Vpc it -> throw timeless(it);
            case Tag it -> throw timeless(it);
        }
    }

    private static IllegalStateException timeless(Entity entity) {
        return new IllegalStateException("Time does not change " + entity.key());
    }

    private void end(Action action, long at) {
        boolean works = action.outcome() == Outcome.WORKS || action.outcome() == Outcome.STUCK;
        Long dropletId = action.dropletId();
        String volumeId = action.volumeId();
        if (volumeId != null) {
            if (works) {
                tables.volume(volumeId).ifPresent(volume -> volumeActions.carryOut(action, volume));
            }
        } else if (dropletId != null) {
            tables.droplet(dropletId).ifPresent(droplet -> {
                if (works || (action.type().equals("create") && action.outcome() == Outcome.INEFFECTIVE)) {
                    dropletActions.carryOut(action, droplet, at);
                } else if (action.type().equals("create")) {
                    droplets.gone(droplet, at);
                }
            });
        }
        actions.end(action);
    }
}
