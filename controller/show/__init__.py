"""What people see and hear at the table: effects, the console's screen, voice and hourglass.

Start at `effect_loop`. Each game's ``show`` decides what is shown; drivers are in `hw`.
"""
