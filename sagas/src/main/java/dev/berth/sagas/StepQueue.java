package dev.berth.sagas;

/**
 * The queue of what is to be done, one entry per resource. What is told to it within a transaction holds when, and only
 * when, that transaction commits.
 */
public interface StepQueue {
    /**
     * The resource needs this step, at once. An entry that is wanted by a later revision stays as it is; one that is
     * being worked on is looked at again when that work ends.
     */
    void want(Step step);

    /**
     * The resource may need nothing any more. An entry, if there is one, is looked at again, at once; none is made.
     *
     * @param revision the resource's revision that says so
     */
    void recheck(String resourceId, long revision);
}
