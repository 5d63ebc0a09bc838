-- Who this deployment is at its providers: the mark on everything that it makes there.
create table deployment_identity (
    only_one boolean primary key default true check (only_one),
    id       text not null default substr(replace(gen_random_uuid()::text, '-', ''), 1, 12)
);

insert into deployment_identity default values;

-- What was asked of a provider to be made, one row per marker, written before each request. It is what keeps anything from
-- being made twice, so it is backed up with the events.
create table create_intent (
    marker      text        not null collate "C" primary key,
    account_id  text        not null collate "C",
    -- the kind of thing, such as volume or share
    kind        text        not null,
    -- the name under which it was last asked for
    name        text        not null,
    -- creates sent so far; counted before each is sent
    sends       integer     not null,
    first_sent  timestamptz not null,
    last_sent   timestamptz not null,
    -- until when a create without a known outcome may still show; null where all outcomes are known
    doubt_until timestamptz,
    -- looks for the marker since the last create was sent
    looks       integer     not null default 0,
    -- what the marker's one thing is; null while there is none
    provider_id text collate "C",
    adopted_at  timestamptz,
    -- when it was known to be gone for good; nothing is made for this marker any more
    closed_at   timestamptz
);

create index create_intent_by_name on create_intent (account_id, kind, name);
create index create_intent_by_thing on create_intent (provider_id) where provider_id is not null;

-- Things that carry a marker and are not the one that was adopted for it.
create table create_surplus (
    account_id  text        not null collate "C",
    provider_id text        not null collate "C",
    kind        text        not null,
    marker      text        not null collate "C",
    -- second: a second copy; orphan: of what is deleted; replaced: the one before, known to be gone
    reason      text        not null,
    seen_at     timestamptz not null,
    -- asked: its removal was asked for; gone: it is missing; kept: something uses it
    fate        text        not null,
    primary key (account_id, kind, provider_id)
);
