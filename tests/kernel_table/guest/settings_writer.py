"""Writes house rules and taught stickers again and again, as people's hands would in a year; each whole, or not there.

settings_writer.py FOLDER
"""

import itertools
import sys
import time
from pathlib import Path

from controller.store.atomic_files import write_atomically


def main() -> None:
    folder = Path(sys.argv[1])
    for number in itertools.count():
        for name in ("settings", "stickers"):
            write_atomically(folder / name, (f"{name} {number}\n" * (1 + number % 700)).encode())
        time.sleep(0.02)


main()
