"""The rules of Tudor as pure functions of state and move.

Start at ``engine.apply``; ``moves`` defines the moves, ``actions`` their lines in the log, ``options`` the legal moves.
No clock, no chance, no screen: what chance decides comes in with the action.
"""
