"""Commands that use devices without a game.

Start with `arrow.py`: `run_with_devices` opens real or simulated devices and switches them off. Drivers belong in `hw`.
"""
