"""Starts the firmware as on the board that ``PICO_MACHINE`` names."""

import os
import sys


class Sys:
    """MicroPython's ``sys`` of that board, as far as the firmware uses it."""

    class implementation:  # as in MicroPython
        _machine = os.getenv("PICO_MACHINE")

    stdin = sys.stdin
    stdout = sys.stdout


sys.modules["sys"] = Sys

import castle_node.main  # noqa: E402, F401  # after its sys
