-- The schema of 0.1.0. A later version adds a numbered file beside this one; see hub/store/connection.py.
-- Texts that checksums cover are stored as they came, to be verified again.

create table tables (
    table_id text primary key,
    name text not null,
    first_seen timestamptz not null default now(),
    seen_at timestamptz not null default now(),
    held_at timestamptz                 -- since when nothing more is taken: it sent over its quota of a day
);

create table journals (
    journal_no int generated always as identity primary key,
    uid bytea not null unique check (length(uid) = 16),
    table_id text not null references tables,
    continues bytea,                    -- uid of another journal, known or not
    first_seen timestamptz not null default now()
);

create table games (
    journal_no int not null references journals,
    game int not null,
    begun_utc text not null,
    castles text not null,
    follows bytea not null,             -- the checksum before its first entry
    head int not null,                  -- number of its newest entry
    head_checksum bytea not null,
    first_got timestamptz not null default now(),
    last_got timestamptz not null default now(),
    outcome json,                       -- as the table sent it; null while the game goes on
    ended_at timestamptz,               -- by the hub's clock, when the outcome came
    fixture text,                       -- id of the tournament's game that it plays
    replayed text check (replayed in ('agrees', 'differs', 'unknown rules')),  -- null: not yet
    why_not text,                       -- why it could not be replayed: by the same version of its rules not tried again
    rules text,                         -- name of the game; this and the next two follow from the log
    lasted_s int,
    counted json,
    damaged boolean not null default false,  -- what is stored is not what was written
    packed_to int not null default 0,   -- so many of the first entries are in packed, and not in the table entries
    packed bytea,
    primary key (journal_no, game)
);
create index games_to_replay on games (ended_at) where outcome is not null and replayed is null;
create index games_to_pack on games (ended_at) where outcome is not null and packed_to < head and not damaged;
create index games_by_end on games (ended_at desc, journal_no, game) where outcome is not null;
create index games_of_fixtures on games (fixture) where fixture is not null;
-- A game's identity is its log: the journal of a copied card, or of a restored one, brings its past again.
create index games_by_log on games (head_checksum, game, head);

-- Entries have no foreign key: it was half of what the database spent on one (measured: 11.6 us with it, 5.6 without). One
-- statement of one writer stores both, and a game is verified against its head before it is packed.
create table entries (
    journal_no int not null,
    game int not null,
    seq int not null,
    action text not null,
    origin text not null,
    written_utc text not null,
    checksum bytea not null,
    primary key (journal_no, game, seq)
);

create table players (
    player_no bigint generated always as identity primary key,
    name text check (length(name) between 1 and 64),
    folded text unique,                 -- what all spellings of the name share: fold_name of hub/names.py
    code text unique,                   -- by which the hub knows the player; only the player is told it
    first_seen timestamptz not null default now(),
    erased_at timestamptz,
    check (num_nonnulls(name, folded, code) = case when erased_at is null then 3 else 0 end)
);

create table seats (
    journal_no int not null,
    game int not null,
    castle text not null,
    player_no bigint references players,  -- null: a tournament's result does not fill a seat that was cleared
    told_by text not null,
    told_at timestamptz not null default now(),
    primary key (journal_no, game, castle),
    foreign key (journal_no, game) references games
);
create unique index seats_of_player on seats (player_no, journal_no, game);

create table seasons (
    season_no int generated always as identity primary key,
    name text not null check (length(name) between 1 and 64),
    begins_at timestamptz not null unique default now()
);

-- Ratings follow from all results in their order: a change of any computes them anew.
create table ratings (
    pool text not null,                 -- a game's name
    season_no int not null,             -- 0: of all time
    player_no bigint not null references players,
    mu float8 not null,
    sigma float8 not null,
    games int not null,
    wins int not null,
    curve text not null default '' check (curve ~ '^(-?[0-9]{1,7}( -?[0-9]{1,7}){0,99})?$'),
    -- the shown ratings after each of the latest rated games, oldest first
    primary key (pool, season_no, player_no)
);
create table results (changes bigint not null, rated bigint not null);
insert into results values (1, 0);

create or replace function results_changed() returns trigger language plpgsql as
$$ begin update results set changes = changes + 1; return null; end $$;

create trigger seats_changed after insert or update or delete or truncate on seats
for each statement execute function results_changed();
create trigger seasons_changed after insert or update or delete or truncate on seasons
for each statement execute function results_changed();
create trigger games_changed after update of replayed on games
for each row when (old.replayed is distinct from new.replayed) execute function results_changed();

-- A tournament is the list of its actions; where it stands follows from them.
create table tournaments (
    tournament_no int generated always as identity primary key,
    root bytea not null check (length(root) = 32),  -- of all its seeds: secret until its end
    begun_at timestamptz not null default now()
);

create table tournament_acts (
    tournament_no int not null references tournaments,
    number int not null,
    act text not null,                  -- JSON, as in the tournament's file
    by text not null,                   -- a role of the page, or the table that sent a result
    done_at timestamptz not null default now(),
    primary key (tournament_no, number)
);
-- A result may come from a game that its table played without knowing of the tournament.
create index tournament_acts_of_games on tournament_acts ((substring(act from '"source":(\["[0-9a-f]{32}",\d+\])')))
where act like '{"do":"resulted"%';

-- The first journal that brought the log of a finished game; of an unfinished one the journal itself, since each may go on.
create or replace function first_journal(of_journal int, of_game int) returns int language sql stable as $$
    select coalesce(
        (select min(same.journal_no) from games as mine join games as same using (head_checksum, game, head)
         where (mine.journal_no, mine.game) = (of_journal, of_game) and mine.outcome is not null), of_journal)
$$;

-- PostgreSQL takes times before Christ, infinite ones and numbers that are none, which the hub cannot read or count with.
-- A column that a later file adds needs its bound there.
do $$ declare
    c record;
begin
    for c in
        select table_name as of, column_name as name, data_type as kind from information_schema.columns
        where table_schema = 'public' and table_name <> 'schema_version'
          and data_type in ('timestamp with time zone', 'double precision', 'bigint', 'integer')
    loop
        execute format('alter table %1$I add constraint %2$I check (%3$I between %4$s)', c.of,
                       c.of || '_' || c.name || '_readable', c.name, case c.kind
            when 'timestamp with time zone' then '''1970-01-01 00:00Z'' and ''9000-01-01 00:00Z'''
            when 'double precision' then '-1e6 and 1e6'
            when 'bigint' then '-(1::bigint << 60) and 1::bigint << 60'
            else '-2147483646 and 2147483646'
        end);
    end loop;
end $$;
