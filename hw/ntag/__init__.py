"""NTAG21x stickers: memory, commands, what a tile's sticker says, and the twin."""
