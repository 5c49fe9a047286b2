"""The devices of one table, parts or twins, each with one owner; start at `hardware`.

A device opens on first use. Opening it again, or using a device that is not wired, does nothing. A missing device, or
one that does not answer, raises `HardwareError`; `health` records it and retries. `controller.play` decides what an
input means to the game.
"""
