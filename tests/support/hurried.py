"""The program with short waits for tests: ``python -m tests.support.hurried serve ...``."""

import sys
from importlib import import_module
from typing import Final

from controller.__main__ import main

COMMAND: Final = (sys.executable, "-m", "tests.support.hurried")

WAITS: Final = {
    ("controller.fleet.connection", "WILL_DELAY_S"): 1,
    ("controller.limits", "BOARD_EVERY_S"): 0.5,
    ("controller.limits", "DESIRED_SAVED_EVERY_S"): 1.0,
    ("controller.service.daemon", "ADDRESS_CHECK_S"): 1.0,
    ("controller.service.fleet.hub_requests", "IDENTIFY_EVERY_S"): 0.25,
    ("controller.service.fleet.fleet_loop", "BIRTH_SPREAD_S"): 0.5,
}
"""By module and name; each is as long as it is for the sake of people, of a network or of a card."""

if __name__ == "__main__":
    for (module, name), seconds in WAITS.items():
        assert hasattr(import_module(module), name), f"{module} has no {name}"
        setattr(import_module(module), name, seconds)
    main()
