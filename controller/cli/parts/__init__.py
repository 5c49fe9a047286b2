"""Commands that use parts without a game.

Begin with `arrow.py`, whose `with_devices` opens parts or twins and switches them off. Drivers belong to `hw`.
"""
