-- What tables have said. What the chain of checksums covers is kept as the very text, to be verified again.

create table tables (
    table_id text primary key,
    name text not null,
    first_seen timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    last_state json
);

create table journals (
    journal_no int generated always as identity primary key,
    uid bytea not null unique check (length(uid) = 16),
    table_id text not null references tables,
    continues bytea,                    -- the uid of another, which may be known or not
    first_seen timestamptz not null default now()
);

create table games (
    journal_no int not null references journals,
    game int not null,
    begun_utc text not null,
    castles text not null,
    follows bytea not null,             -- what its first entry is chained to
    head int not null,                  -- the number of its newest entry
    head_checksum bytea not null,
    first_got timestamptz not null default now(),
    last_got timestamptz not null default now(),
    outcome json,                       -- as the table told it; null while the game goes on
    ended_at timestamptz,               -- when the hub was told, by its own clock
    replayed text check (replayed in ('agrees', 'differs', 'unknown rules')),  -- null: not yet
    damaged boolean not null default false,  -- what is kept is not what was written
    packed_to int not null default 0,   -- the first so many entries are in packed, and not in the table entries
    packed bytea,
    primary key (journal_no, game)
);
create index games_to_replay on games (ended_at) where outcome is not null and replayed is null;
create index games_to_pack on games (ended_at) where outcome is not null and packed_to < head and not damaged;

create table entries (
    journal_no int not null,
    game int not null,
    seq int not null,
    action text not null,
    origin text not null,
    written_utc text not null,
    checksum bytea not null,
    primary key (journal_no, game, seq),
    foreign key (journal_no, game) references games
);
