"""The table that plays: one queue through which all goes, corrections, the knob's menu, and hands of bots.

Start at `table`, which puts the parts together, then `game_loop`. Rules and referees stand in `controller.games`, what
people see and hear in `controller.show`.
"""
