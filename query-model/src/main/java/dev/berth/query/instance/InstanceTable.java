package dev.berth.query.instance;

import static dev.berth.query.jooq.Tables.INSTANCE;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.query.ReadTable;
import java.util.Locale;

/** The read table of instances. */
public final class InstanceTable {
    /** The table. */
    public static final ReadTable<InstanceView, InstanceEvent> TABLE = ReadTable.of(
                    INSTANCE, InstanceView.class, InstanceEvent.class, InstanceFold::fold)
            .column(INSTANCE.TENANT_ID, InstanceView::tenantId)
            .column(INSTANCE.CREATED_AT, InstanceView::createdAt)
            .column(INSTANCE.CREATED_BY, InstanceView::createdBy)
            .column(INSTANCE.POOL_ID, InstanceView::poolId)
            .column(INSTANCE.PROJECT_ID, InstanceView::projectId)
            .column(INSTANCE.NODE_ID, InstanceView::nodeId)
            .column(INSTANCE.STATE, view -> text(view.state()))
            .column(INSTANCE.DESIRED_STATE, view -> text(view.desiredState()))
            .column(INSTANCE.IN_BETWEEN, InstanceFold::inBetween)
            .column(INSTANCE.ENDED, view -> view.state() == InstanceState.DELETED)
            .build();

    private InstanceTable() {}

    /** A state as its column holds it. */
    static String text(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
