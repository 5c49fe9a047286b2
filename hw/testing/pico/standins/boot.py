"""Start the firmware as on the board that ``PICO_MACHINE`` names."""

import os
import sys


class Uname:
    machine = os.getenv("PICO_MACHINE")


class Os:
    """The Pico's ``os``, as far as the firmware uses it."""

    getenv = os.getenv
    listdir = os.listdir
    remove = os.remove
    rename = os.rename
    urandom = os.urandom
    uname = Uname


sys.modules["os"] = Os

import castle_node.main  # noqa: E402, F401  # after ``os`` is replaced
