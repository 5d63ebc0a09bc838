-- What is to be done: one row per resource, with the newest step. A row is deleted when its work is done, and only where
-- nothing else has become wanted meanwhile.
create table step_queue (
    resource_id text        not null collate "C" primary key,
    kind        text        not null,
    -- the host or account that has to be asked; empty where nobody has to be
    host        text        not null collate "C",
    -- the resource's revision that wants it; only grows
    wanted      bigint      not null,
    step        jsonb       not null,
    due_at      timestamptz not null default now(),
    -- tries in a row that did not succeed, of what is wanted now
    attempts    integer     not null default 0,
    last_error  text,
    lease_owner text,
    lease_until timestamptz,
    fence       bigint      not null default 0
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

create index step_queue_due on step_queue (host, due_at);

-- Fencing numbers grow over the whole life of a resource, also while it has no row.
create sequence step_fence;

-- What each saga has decided: a cache of its resource's stream.
create table resource_saga (
    resource_id    text    not null collate "C" primary key,
    -- stable name and revision of the state's shape
    type           text    not null,
    type_revision  text    not null,
    -- how many events of the stream it has seen
    revision       bigint  not null,
    state          jsonb   not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- Resources whose saga failed: built again from their stream, later and later, while the others go on.
create table parked_saga (
    resource_id text        not null collate "C" primary key,
    type        text        not null,
    error       text        not null,
    parked_at   timestamptz not null default now(),
    retries     integer     not null default 0,
    retry_at    timestamptz not null default now()
);
