-- The displayed strengths of a player after each of the latest rated games, oldest first.

alter table ratings add column curve text not null default ''
check (curve ~ '^(-?[0-9]{1,7}( -?[0-9]{1,7}){0,99})?$');
update results set changes = changes + 1;
