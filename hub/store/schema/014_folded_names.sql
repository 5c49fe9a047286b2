-- Names are compared by a fold that hub/names.py computes. A second name with the same fold, as earlier schemas took for
-- another player, is a duplicate until the owner merges the two; a merged player keeps only the code.

alter table players add column folded text, add column duplicate boolean not null default false, add column merged_into bigint
    constraint players_merged_into_readable check (merged_into between -(1::bigint << 60) and 1::bigint << 60);
drop index players_by_name;
create unique index players_by_fold on players (folded) where not duplicate;
alter table players drop constraint players_check, add check
    (num_nonnulls(name, code) = case when erased_at is not null then 0 when merged_into is not null then 1 else 2 end);
