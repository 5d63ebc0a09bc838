-- Everything that happened, in the order in which it was appended. The truth; all else is made from it.
--
-- The columns' order matters: PostgreSQL evaluates their defaults from left to right, so a transaction has its id
-- before it draws a position. From that follows that a position which is missing below one that is seen belongs to a
-- transaction that has already begun, and stays missing for ever once all of those have ended.
create table domain_event_entry (
    tx                   xid8        not null default pg_current_xact_id(),
    global_index         bigint      not null generated always as identity primary key,
    sequence_number      bigint      not null,
    time_stamp           timestamptz not null,
    aggregate_identifier text        not null collate "C",
    type                 text        not null,
    event_identifier     text        not null,
    payload_type         text        not null,
    payload_revision     text        not null,
    payload              text        not null,
    meta_data            text        not null,
    constraint domain_event_entry_stream unique (aggregate_identifier, sequence_number)
);

comment on column domain_event_entry.tx is 'the transaction that wrote it; decisions made at the same moment share one';

-- For people: the same with JSON that SQL can look into.
create view event as
    select global_index, time_stamp, aggregate_identifier as stream, sequence_number as sequence, payload_type as name,
           payload_revision as revision, payload::jsonb as payload, meta_data::jsonb as metadata, event_identifier as id, tx
      from domain_event_entry;

-- The newest snapshot of a stream, which only saves the reading of its events.
create table snapshot_event_entry (
    aggregate_identifier text        not null collate "C" primary key,
    sequence_number      bigint      not null,
    time_stamp           timestamptz not null,
    type                 text        not null,
    event_identifier     text        not null,
    payload_type         text        not null,
    payload_revision     text        not null,
    payload              text        not null,
    meta_data            text        not null
);

-- How far each reader has come. Updated all the time: room in the page keeps its index from growing.
create table token_entry (
    processor_name text    not null,
    segment        integer not null,
    token          text,
    token_type     text,
    time_stamp     text    not null,
    owner          text,
    primary key (processor_name, segment)
) with (fillfactor = 40);

create table saga_entry (
    saga_id         text not null collate "C" primary key,
    saga_type       text not null,
    revision        text,
    serialized_saga text not null
) with (fillfactor = 70);

create table association_value_entry (
    association_key   text not null,
    association_value text not null collate "C",
    saga_type         text not null,
    saga_id           text not null collate "C",
    primary key (association_value, association_key, saga_type, saga_id)
);

create index association_value_entry_saga on association_value_entry (saga_id);

-- Events that a reader could not take in, and the later ones of the same stream, which wait for them.
create table dead_letter_entry (
    dead_letter_id       text   not null primary key,
    processing_group     text   not null,
    sequence_identifier  text   not null collate "C",
    sequence_index       bigint not null,
    message_type         text   not null,
    event_identifier     text   not null,
    time_stamp           text   not null,
    payload_type         text   not null,
    payload_revision     text,
    payload              bytea  not null,
    meta_data            bytea,
    type                 text,
    aggregate_identifier text,
    sequence_number      bigint,
    token_type           text,
    token                bytea,
    enqueued_at          text   not null,
    last_touched         text,
    processing_started   text,
    cause_type           text,
    cause_message        text,
    diagnostics          bytea,
    constraint dead_letter_entry_sequence unique (processing_group, sequence_identifier, sequence_index)
);

-- One row: a restored backup takes another generation, so that those who remember positions notice.
create table store_generation (
    one_row    boolean not null default true primary key check (one_row),
    generation uuid    not null
);

insert into store_generation (generation) values (gen_random_uuid());
