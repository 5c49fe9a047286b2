-- A seat may be entered before its game: the log of a game with hidden hands comes only at its end.
alter table seats drop constraint seats_journal_no_game_fkey, add foreign key (journal_no) references journals;
