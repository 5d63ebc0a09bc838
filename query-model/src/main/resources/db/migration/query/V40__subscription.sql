create table subscription (
  id         text collate "C" primary key,
  tenant_id  text collate "C" not null,
  created_at timestamptz not null,
  ended      boolean not null,
  revision   bigint not null,
  view       jsonb not null
);
create index subscription_live on subscription (tenant_id, created_at, id) where not ended;
create index subscription_all on subscription (tenant_id, created_at, id);
