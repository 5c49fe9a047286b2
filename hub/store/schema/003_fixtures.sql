-- A game that the hub had wanted to be played comes back with the hub's own name for it.

alter table games add column fixture text;
create index games_of_fixtures on games (fixture) where fixture is not null;
