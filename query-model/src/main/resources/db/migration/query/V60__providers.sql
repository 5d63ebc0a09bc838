-- What is made with provider accounts. As for the other kinds (V1), a row is one resource as its events have made it.

create table account (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index account_live on account (tenant_id, created_at, id) where not ended;
create index account_all on account (tenant_id, created_at, id);

create table network (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  account_id text collate "C" not null,
  in_between boolean not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index network_live on network (tenant_id, created_at, id) where not ended;
create index network_all on network (tenant_id, created_at, id);
create index network_of_account on network (account_id, id) where not ended;
create index network_in_between on network (id) where in_between;

create table provider_volume (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  pool_id    text collate "C" not null,
  project_id text collate "C",
  account_id text collate "C" not null,
  in_between boolean not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index provider_volume_live on provider_volume (tenant_id, created_at, id) where not ended;
create index provider_volume_mine on provider_volume (tenant_id, created_by, created_at, id) where not ended;
create index provider_volume_in_pool on provider_volume (tenant_id, pool_id, created_at, id) where not ended;
create index provider_volume_in_project on provider_volume (tenant_id, project_id, created_at, id) where not ended;
create index provider_volume_all on provider_volume (tenant_id, created_at, id);
create index provider_volume_all_mine on provider_volume (tenant_id, created_by, created_at, id);
create index provider_volume_of_account on provider_volume (account_id, id) where not ended;
create index provider_volume_in_between on provider_volume (id) where in_between;

create table provider_snapshot (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  volume_id  text collate "C" not null,
  account_id text collate "C" not null,
  in_between boolean not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index provider_snapshot_live on provider_snapshot (tenant_id, created_at, id) where not ended;
create index provider_snapshot_mine on provider_snapshot (tenant_id, created_by, created_at, id) where not ended;
create index provider_snapshot_of_volume on provider_snapshot (volume_id, created_at, id);
create index provider_snapshot_all on provider_snapshot (tenant_id, created_at, id);
create index provider_snapshot_all_mine on provider_snapshot (tenant_id, created_by, created_at, id);
create index provider_snapshot_of_account on provider_snapshot (account_id, id) where not ended;
create index provider_snapshot_in_between on provider_snapshot (id) where in_between;
