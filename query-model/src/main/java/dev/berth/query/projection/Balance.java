package dev.berth.query.projection;

import java.util.List;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Compares what quotas, hosts and ranges say is taken with the sum over the live instances and volumes. The tables are
 * read at one moment, but each stream is as far as its segment is: a difference counts only once the readers have come to
 * the end.
 */
public final class Balance {
    private static final String QUOTAS = """
        select 'quota of ' || coalesce(q.tenant_id, i.tenant_id) || ' in ' || coalesce(q.pool_id, i.pool_id),
               coalesce(q.used, '0/0/0/0'), coalesce(i.taken, '0/0/0/0')
          from (select tenant_id, pool_id,
                       concat_ws('/', view -> 'used' ->> 'vcpu', view -> 'used' ->> 'memoryGiB',
                                 view -> 'used' ->> 'gpus', view -> 'used' ->> 'diskGiB') as used
                  from quota) q
          full join (select tenant_id, pool_id,
                            concat_ws('/', sum(vcpu), sum(memory), sum(gpus), sum(disk)) as taken
                       from (select tenant_id, pool_id, (view ->> 'vcpu')::bigint as vcpu,
                                    (view ->> 'memoryGiB')::bigint as memory, (view ->> 'gpus')::bigint as gpus,
                                    case when view ->> 'placement' = 'hosted' then (view ->> 'diskGiB')::bigint
                                         else 0 end as disk
                               from instance where not ended
                             union all
                             select tenant_id, pool_id, 0, 0, 0, (view -> 'view' ->> 'sizeGiB')::bigint
                               from provider_volume where not ended) holders
                      group by tenant_id, pool_id) i
            on i.tenant_id = q.tenant_id and i.pool_id = q.pool_id
         where coalesce(q.used, '0/0/0/0') <> coalesce(i.taken, '0/0/0/0')
        """;

    private static final String NODES = """
        select coalesce(n.id, i.node_id), coalesce(n.allocated, '0/0/0/0'), coalesce(i.taken, '0/0/0/0')
          from (select id, concat_ws('/', view -> 'view' -> 'allocated' ->> 'vcpu',
                                     view -> 'view' -> 'allocated' ->> 'memoryGiB',
                                     view -> 'view' -> 'allocated' ->> 'gpus',
                                     view -> 'view' -> 'allocated' ->> 'diskGiB') as allocated
                  from node) n
          full join (select node_id,
                            concat_ws('/', sum((view ->> 'vcpu')::bigint), sum((view ->> 'memoryGiB')::bigint),
                                      sum((view ->> 'gpus')::bigint), sum((view ->> 'diskGiB')::bigint)) as taken
                       from instance where not ended and node_id is not null
                      group by node_id) i
            on i.node_id = n.id
         where coalesce(n.allocated, '0/0/0/0') <> coalesce(i.taken, '0/0/0/0')
        """;

    private static final String RANGES = """
        select r.id, (r.view ->> 'leased'), taken.leases::text
          from address_range r
          cross join lateral (
            select count(*) as leases
              from instance i cross join jsonb_array_elements(i.view -> 'addresses') a
             where i.pool_id = r.pool_id and not i.ended and a ->> 'kind' = 'private'
               and (a ->> 'address')::inet between (r.view ->> 'first')::inet and (r.view ->> 'last')::inet) taken
         where not r.ended and (r.view ->> 'leased')::bigint <> taken.leases
        """;

    private Balance() {}

    /**
     * Something that does not add up. Amounts of resources are processors, GiB of memory, GPUs and GiB of disk.
     *
     * @param holder the quota, host or range
     * @param said   what it says is taken
     * @param found  what the live instances and volumes take
     */
    public record Difference(
            String holder, @Nullable String said, @Nullable String found) {}

    /** Everything that does not add up, at most 100 of each kind. */
    public static List<Difference> differences(DSLContext sql) {
        return sql.resultQuery("(" + QUOTAS + " limit 100) union all (" + NODES + " limit 100) union all (" + RANGES
                        + " limit 100)")
                .fetch(found -> new Difference(
                        found.get(0, String.class), found.get(1, String.class), found.get(2, String.class)));
    }
}
