-- That nobody sat there is told, too: what a tournament tells again after a restart does not take it back.

alter table seats alter player_no drop not null;
