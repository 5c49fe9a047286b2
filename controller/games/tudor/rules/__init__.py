"""The rules of Tudor as pure functions of state and move.

Start at ``engine.apply_action``; ``moves`` defines the moves, ``actions`` their log lines, ``options`` the legal
moves. Results of chance, such as a drawn token, come with the action.
"""
