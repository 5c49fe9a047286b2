"""The running table: the queue of inputs, corrections, the knob's menu, and bots.

Start at `table`, which connects the parts, then `game_loop`. Rules and referees are in `controller.games`, what people
see and hear in `controller.show`.
"""
