"""What people see and hear at the table: effects in order, the console's screen, the voice and the hourglass.

Start at `effect_loop`. Each game decides in its own ``show`` what is shown of it; drivers are in `hw`.
"""
