-- The published entries of each tenant, chained: a link is the hash of the tenant's link before it, of the entry, and of
-- the stored event behind it. Written after the fact by one thread, off every command's path.
create table audit_chain (
    position  bigint not null primary key,
    tenant_id text   not null collate "C",
    hash      bytea  not null
);

-- The newest link of each tenant, and up to where a checkpoint was signed.
create table audit_head (
    tenant_id text   not null collate "C" primary key,
    position  bigint not null,
    hash      bytea  not null,
    signed    bigint not null default 0
);
create index audit_head_unsigned on audit_head (tenant_id) where position > signed;

-- Links under the signature of the deployment's key, which is not in the database.
create table audit_checkpoint (
    tenant_id text        not null collate "C",
    position  bigint      not null,
    hash      bytea       not null,
    signed_at timestamptz not null,
    signature bytea       not null,
    primary key (tenant_id, position)
);

-- One row: up to where the feed is chained.
create table audit_progress (
    id       smallint not null primary key check (id = 1),
    position bigint   not null
);
insert into audit_progress (id, position) values (1, 0);

-- Refused calls by the resource that they were about; costs nothing but to them.
create index domain_event_entry_refused on domain_event_entry ((payload::jsonb ->> 'resource'), global_index)
    where payload_type = 'request.refused';

-- Events are appended nearly in the order of their times, so that a few words for each block find an interval.
create index domain_event_entry_time on domain_event_entry using brin (time_stamp) with (pages_per_range = 32);
