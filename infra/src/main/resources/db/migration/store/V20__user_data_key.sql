-- One key an instance, wrapped by the master key, which is kept outside the database. Destroying the row makes the
-- instance's start-up data unreadable for ever, wherever its ciphertext still is.
create table user_data_key (
  instance_id text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
