package dev.berth.query.projection;

import java.util.List;

/**
 * A projection whose tables hold nothing but what its events make of them, so that they can be thrown away and made anew.
 */
public interface RebuildableProjection extends Projection {
    /**
     * The version of what it makes of events. Whoever changes a fold or a table raises it; the tables are then made anew at
     * the next start, while the old rows serve.
     */
    int version();

    /** The names of its tables. */
    List<String> tables();

    /** Another one for another set of the same tables; it remembers nothing of this one's rows. */
    RebuildableProjection another();

    /** Forgets what it remembers of its rows: the tables were replaced. */
    void forget();
}
