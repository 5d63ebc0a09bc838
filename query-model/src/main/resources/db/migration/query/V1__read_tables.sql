-- One table per kind. Every row is one resource as its events have made it:
--   revision  the number of its events that the row has seen; a row is never replaced by an older one
--   view      the whole resource as JSON; the other columns repeat what lists filter, order or restrict by
--   ended     archived, deleted, removed or revoked: left out of lists unless they are asked for
-- Lists are paged by (created_at, id). The indexes of the usual lists leave out what has ended, so that a page costs
-- the same however much that is. Ids are compared byte by byte, as Java does.

create table instance (
  id            text collate "C" primary key,
  tenant_id     text collate "C" not null,
  created_at    timestamptz not null,
  created_by    text collate "C" not null,
  pool_id       text collate "C" not null,
  project_id    text collate "C",
  node_id       text collate "C",
  state         text collate "C" not null,
  desired_state text collate "C" not null,
  in_between    boolean not null,
  ended         boolean not null,
  revision      bigint not null,
  view          jsonb not null
);
create index instance_live on instance (tenant_id, created_at, id) where not ended;
create index instance_mine on instance (tenant_id, created_by, created_at, id) where not ended;
create index instance_in_pool on instance (tenant_id, pool_id, created_at, id) where not ended;
create index instance_in_state on instance (tenant_id, state, created_at, id);
create index instance_mine_in_state on instance (tenant_id, created_by, state, created_at, id);
create index instance_on_node on instance (node_id, id) where not ended and node_id is not null;
create index instance_in_between on instance (id) where in_between;
create index instance_waiting on instance (pool_id, created_at, id) where state = 'scheduling';

-- The four resources of one tenant in one pool stand in one row, since a charge changes them together.
create table quota (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  pool_id    text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create unique index quota_of_tenant_in_pool on quota (tenant_id, pool_id);
create index quota_live on quota (tenant_id, created_at, id);

create table pool (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index pool_live on pool (tenant_id, created_at, id) where not ended;
create index pool_all on pool (tenant_id, created_at, id);

-- Follows from the pools: which guests may use which.
create table pool_offer (
  tenant_id  text collate "C" not null,
  pool_id    text collate "C" not null,
  primary key (tenant_id, pool_id)
);
create index pool_offer_of_pool on pool_offer (pool_id);

create table flavor (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  pool_id    text collate "C" not null,
  name       text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create unique index flavor_by_name on flavor (pool_id, name);
create index flavor_live on flavor (tenant_id, created_at, id) where not ended;
create index flavor_live_in_pool on flavor (pool_id, created_at, id) where not ended;
create index flavor_all on flavor (tenant_id, created_at, id);
create index flavor_all_in_pool on flavor (pool_id, created_at, id);

create table node (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  pool_id    text collate "C" not null,
  state      text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index node_live on node (tenant_id, created_at, id) where not ended;
create index node_live_in_pool on node (pool_id, created_at, id) where not ended;

create table address_range (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  pool_id    text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index address_range_live on address_range (tenant_id, created_at, id) where not ended;
create index address_range_live_in_pool on address_range (pool_id, created_at, id) where not ended;
create index address_range_all on address_range (tenant_id, created_at, id);

create table image (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  image_id   text collate "C" not null,
  kind       text collate "C" not null,
  public     boolean not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create unique index image_of_tenant on image (tenant_id, image_id);
create index image_live on image (tenant_id, created_at, id) where not ended;
create index image_all on image (tenant_id, created_at, id);
create index image_public on image (created_at, id) where public and not ended;
create index image_public_by_name on image (image_id, created_at, id) where public and not ended;

create table signer (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  platform   boolean not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index signer_live on signer (tenant_id, created_at, id) where not ended;
create index signer_platform on signer (created_at, id) where platform and not ended;

create table project (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index project_live on project (tenant_id, created_at, id) where not ended;
create index project_all on project (tenant_id, created_at, id);

create table tenant (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null unique,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index tenant_all on tenant (created_at, id);

create table token (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index token_live on token (tenant_id, created_at, id) where not ended;
create index token_all on token (tenant_id, created_at, id);

create table policy (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  policy_id  text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create unique index policy_of_tenant on policy (tenant_id, policy_id);
create index policy_live on policy (tenant_id, created_at, id) where not ended;

create table confirmation (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  principal  text collate "C" not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index confirmation_all on confirmation (tenant_id, created_at, id);
create index confirmation_of_principal on confirmation (tenant_id, principal, created_at, id);
