"""The games, and the contract between a game and the table. A game takes values and returns values.

Start with ``contract/game.py``. ``installed.py`` finds games, ``shelf.py`` keeps them, ``game_guard.py`` guards them.
No clock, chance, logging or file belongs here.
"""
