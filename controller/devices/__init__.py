"""The devices of one table, parts or twins, each with one owner; start at `hardware`.

A device opens on first use, opening it again does nothing, and so do calls for a device that is not wired. A missing
device, or one that does not answer, raises `HardwareError`; `health` records it and retries. What an input means to the
game is decided in `controller.play`.
"""
