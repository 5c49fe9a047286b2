-- Who sat where, and what came of it: names and seats are people's word, the rest follows from the games.

create table players (
    player_no bigint generated always as identity primary key,
    name text check (length(name) between 1 and 64),
    code text unique,                   -- by which the hub knows the player; nobody else is told it
    first_seen timestamptz not null default now(),
    erased_at timestamptz,
    check (num_nonnulls(name, code) = case when erased_at is null then 2 else 0 end)
);
create unique index players_by_name on players (lower(name));

create table seats (
    journal_no int not null,
    game int not null,
    castle text not null,
    player_no bigint not null references players,
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

-- What follows from the log of a game that is over, written when it is played again.
alter table games add column rules text;
alter table games add column lasted_s int;
alter table games add column counted json;
update games set replayed = null where outcome is not null and not damaged;
create index games_by_end on games (ended_at desc, journal_no, game) where outcome is not null;

-- Ratings follow from all results in their order; whatever changes a result counts here, and they are made anew.
create table ratings (
    pool text not null,                 -- a game by its name for programs
    player_no bigint not null references players,
    mu float8 not null,
    sigma float8 not null,
    games int not null,
    wins int not null,
    primary key (pool, player_no)
);
create table results (changes bigint not null, rated bigint not null);
insert into results values (1, 0);

create or replace function results_changed() returns trigger language plpgsql as
$$ begin update results set changes = changes + 1; return null; end $$;

create trigger seats_changed after insert or update or delete or truncate on seats
for each statement execute function results_changed();
create trigger games_changed after update of replayed on games
for each row when (old.replayed is distinct from new.replayed) execute function results_changed();
