"""NTAG21x stickers: memory, commands, the record of a tile, and a twin.

Start with `session.py`, conversations without a port. The assignment of stickers to tiles belongs in
`controller/store/tags.py`.
"""
