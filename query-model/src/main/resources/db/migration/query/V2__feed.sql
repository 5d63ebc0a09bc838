-- The published events under positions of their own: dense from 1, given once, never changed.
--   origin  the position of the event in the event store, by which an event that is delivered again is recognised
create table feed (
  position  bigint primary key,
  origin    bigint not null,
  event_id  text collate "C" not null,
  tenant_id text collate "C" not null,
  type      text collate "C" not null,
  subject   text collate "C" not null,
  time      timestamptz not null,
  data      text not null
);
create index feed_of_tenant on feed (tenant_id, position);
create index feed_of_type on feed (tenant_id, type, position);
create index feed_of_subject on feed (subject, position);
create index feed_by_origin on feed (origin);

-- One row. Whoever appends holds it locked until its transaction ends, so that positions appear in their order.
-- A restored backup has another generation: positions that it gives anew are not those given before.
create table feed_head (
  id         smallint primary key check (id = 1),
  generation uuid not null,
  position   bigint not null,
  origin     bigint not null
);
insert into feed_head (id, generation, position, origin) values (1, gen_random_uuid(), 0, -1);
