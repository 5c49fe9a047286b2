-- A game's identity is its log: the journal of a copied card, or of a restored one, brings its past again.

create index games_by_log on games (head_checksum, game, head);

-- The first journal that brought the log of a finished game; of an unfinished one the journal itself, since each may go on.
create or replace function first_journal(of_journal int, of_game int) returns int language sql stable as $$
    select coalesce(
        (select min(same.journal_no) from games as mine join games as same using (head_checksum, game, head)
         where (mine.journal_no, mine.game) = (of_journal, of_game) and mine.outcome is not null), of_journal)
$$;
update results set changes = changes + 1;
