-- A season has ratings of its own; 0 stands for all time.

drop table ratings;
create table ratings (
    pool text not null,                 -- a game by its name for programs
    season_no int not null,
    player_no bigint not null references players,
    mu float8 not null,
    sigma float8 not null,
    games int not null,
    wins int not null,
    primary key (pool, season_no, player_no)
);
create trigger seasons_changed after insert or update or delete or truncate on seasons
for each statement execute function results_changed();
update results set changes = changes + 1;
