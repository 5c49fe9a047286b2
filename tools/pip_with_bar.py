"""Run pip, and on a terminal show how far it has come once it takes longer than three seconds.

    python tools/pip_with_bar.py PACKAGES PIP_ARGUMENT...

pip says by lines what it collects, and installs without a word: what is there by then is counted in site-packages.
"""

import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import IO, Final

PATIENCE_S: Final = 3.0
EVERY_S: Final = 0.2
WIDTH: Final = 40
CLEAR: Final = "\r\x1b[K"


def main(packages: int, *arguments: str) -> int:
    """Return pip's exit code."""
    site, begun_s = Path(sysconfig.get_path("purelib")), time.monotonic()
    before = _installed(site)
    collected: list[str] = []
    command = [sys.executable, "-m", "pip", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as pip:  # noqa: S603  # what its caller names
        assert pip.stdout is not None
        Thread(target=lambda: collected.extend(_collected(pip.stdout)), daemon=True).start()
        while pip.poll() is None:
            if sys.stderr.isatty() and time.monotonic() - begun_s > PATIENCE_S:
                done = len(collected) + _installed(site) - before
                _draw(min(done / (2 * packages), 1.0), f"{packages} packages")
            time.sleep(EVERY_S)
    if sys.stderr.isatty():
        sys.stderr.write(CLEAR)
    return pip.returncode


def _collected(lines: "IO[str] | None") -> Iterator[str]:
    return (line for line in lines or () if line.startswith("Collecting "))


def _installed(site: Path) -> int:
    return sum(1 for _ in site.glob("*.dist-info"))


def _draw(share: float, what: str) -> None:
    bar = "#" * round(share * WIDTH)
    sys.stderr.write(f"{CLEAR}[{bar:<{WIDTH}}] {share:4.0%} of {what}")
    sys.stderr.flush()


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]), *sys.argv[2:]))
