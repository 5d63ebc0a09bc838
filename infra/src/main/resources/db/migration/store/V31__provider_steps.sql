-- The provider account that a resource is made with, so that those of one account are found together. It never changes, so
-- that the index costs nothing when a saga goes on.
alter table resource_saga add column account text collate "C";

create index resource_saga_by_account on resource_saga (account, resource_id) where account is not null;
