"""Who sat at the tables of a room, with what has come of it."""
