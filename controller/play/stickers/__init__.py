"""Learning which sticker is under which tile."""
