"""NTAG21x stickers: their memory, their commands, what is written on a tile's, their twin.

Start with `session.py`, conversations without a port. Which tile a sticker is under belongs in
`controller/store/tags.py`.
"""
