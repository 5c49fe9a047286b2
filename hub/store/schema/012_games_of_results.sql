-- A tournament's result may come from a game that its table played without knowing of the tournament.

create index tournament_acts_of_games on tournament_acts ((substring(act from '"source":(\["[0-9a-f]{32}",\d+\])')))
where act like '{"do":"resulted"%';
