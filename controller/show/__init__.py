"""What people see and hear at the table: effects in order, the console's screen, the voice, and the hourglass.

Start at `effect_loop`. What is shown of a game is decided in that game's own ``show``; drivers stand in `hw`.
"""
