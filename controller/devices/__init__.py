"""The devices of one table, parts or twins, each with one owner; start at `hardware`.

A device is opened when it is first used, opening twice is once, and where none is wired nothing happens. What cannot be
had, or does not answer, raises a `HardwareError`; `health` knows of it, and tries again. What a device's news mean to
the game stands in `controller.play`.
"""
