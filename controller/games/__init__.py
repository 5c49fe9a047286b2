"""The games, and the contract between a game and the table. A game is pure: values in, values out.

Start with ``contract/game.py``; ``installed.py`` finds games, ``shelf.py`` keeps them, guarded by ``game_guard.py``.
No clock, chance, logging or file belongs here.
"""
