"""NTAG21x stickers: their memory, their commands, what is written on a tile's, their twin."""
