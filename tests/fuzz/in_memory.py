"""Folders for a fuzzed table's files: in memory where there is such a place, since each input writes some."""

import atexit
import os
import shutil
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

MEMORY: Final = Path("/dev/shm")


def folder() -> Path:
    """A new one, gone when this process ends; in ``TMPDIR`` where somebody has set it."""
    where = None if "TMPDIR" in os.environ or not MEMORY.is_dir() else MEMORY
    made = Path(mkdtemp(prefix="royaltable-fuzz-", dir=where))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made
