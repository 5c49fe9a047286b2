"""Learning which sticker is under which piece."""
