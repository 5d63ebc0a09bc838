-- Which version of each read model made what stands in its tables: another one makes them anew.
create table projection_version (
    name    text    not null primary key,
    version integer not null
);

-- Read models that are being made anew beside those that serve; a start goes on with them.
create table projection_rebuild (
    name       text        not null primary key,
    version    integer     not null,
    started_at timestamptz not null default now()
);
