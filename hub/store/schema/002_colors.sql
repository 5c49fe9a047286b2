alter table games add column colors json;  -- by castle, where a player's pieces have another colour; follows from the log
