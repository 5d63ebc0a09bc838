-- How far each subscription has come. Not derived from events, so it is backed up like them.
--   started_revision  the revision of the subscription's event (its creation, or its last replay) that it began from
--   position          of the last event that was received, or where it began
create table subscription_progress (
  subscription_id  text collate "C" primary key,
  started_revision bigint not null,
  position         bigint not null,
  failures         int not null,
  failing_since    timestamptz,
  next_attempt_at  timestamptz,
  last_error       text
);
