"""What the service's unit leaves open to an intruder, as systemd's own analysis counts it: 0 is nothing, 10 all.

There is no figure where systemd-analyze is missing, or the unit: `make bench` runs in a checkout.
"""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

from bench.shared.figure import Figure

UNIT: Final = Path("systemd/royaltable.service")
ANALYSE: Final = ("systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT))
MOST: Final = 1.3


def run() -> list[Figure]:
    """The exposure."""
    if shutil.which(ANALYSE[0]) is None or not UNIT.exists():
        return []
    told = subprocess.run(ANALYSE, check=False, capture_output=True, text=True).stdout  # noqa: S603  # a constant
    level = re.search(r"exposure level for .*: ([0-9.]+)", told)
    return [] if level is None else [Figure("sandbox: exposure", float(level[1]), "of 10", most=MOST)]
