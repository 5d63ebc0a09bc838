-- What is metered: one row for each resource and interval in which its amount did not change.
--   part      the number of the interval in the resource's life, from 0
--   amount    GiB; 1 where time alone is metered
--   from_ms   when it began, in milliseconds since 1970; null while it has not begun (an instance before its first boot)
--   to_ms     when it ended (exclusive); null while it lasts
--   revision  the number of events of the resource that the row has seen
create table usage_interval (
  resource_id text collate "C" not null,
  part        integer not null,
  tenant_id   text collate "C" not null,
  pool_id     text collate "C" not null,
  project_id  text collate "C",
  meter       text collate "C" not null,
  amount      bigint not null,
  from_ms     bigint,
  to_ms       bigint,
  revision    bigint not null,
  primary key (resource_id, part)
);
-- What is over is looked for by its end, what lasts is always looked at.
create index usage_ended on usage_interval (tenant_id, to_ms) where to_ms is not null;
create index usage_lasting on usage_interval (tenant_id, from_ms) where to_ms is null;
