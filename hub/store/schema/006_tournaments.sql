-- A tournament is the list of what people did with it; where it stands is their sum.

create table tournaments (
    tournament_no int generated always as identity primary key,
    root bytea not null check (length(root) = 32),  -- of all its seeds: secret until its end
    begun_at timestamptz not null default now()
);

create table tournament_acts (
    tournament_no int not null references tournaments,
    number int not null,
    act text not null,                  -- JSON, as it stands in the tournament's file
    by text not null,                   -- a role of the page, or the table that told a result
    done_at timestamptz not null default now(),
    primary key (tournament_no, number)
);
