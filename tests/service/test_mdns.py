"""The table's name in a network, with real Avahis on separate machines."""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.soak import SOAK

MACHINE = Path(__file__).with_name("mdns_machine.py")
ROOT = Path(__file__).parents[2]
PATIENCE_S = 30.0
PROGRAMS = ("avahi-daemon", "dbus-daemon", "ip", "nsenter", "unshare")

missing = [program for program in PROGRAMS if shutil.which(program) is None]
pytestmark = [
    pytest.mark.skipif(not SOAK, reason="a network takes its time to agree on names: make soak"),
    pytest.mark.skipif(bool(missing), reason=f"no {' '.join(missing)} here. Cure: sudo apt install avahi-daemon"),
    pytest.mark.skipif(os.geteuid() != 0, reason="only root can make machines of their own. Cure: sudo make test"),
]


class Machine:
    """A machine with its own network and a table."""

    def __init__(self, address: str, hostname: str, folder: Path) -> None:
        folder.mkdir()
        words = ["unshare", "--net", "--mount", sys.executable, str(MACHINE), address, hostname, str(folder)]
        environment = os.environ | {"PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(words, stdin=-1, stdout=-1, stderr=-1, text=True, env=environment, cwd=ROOT)

    def begin(self) -> str:
        """Start the table and return its name."""
        assert self.process.stdin is not None
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return self.next_name()

    def next_name(self) -> str:
        """Return the table's next name."""
        assert self.process.stdout is not None
        told, _, _ = select.select([self.process.stdout], [], [], PATIENCE_S)
        return self.process.stdout.readline().strip() if told else "nothing"

    def end(self) -> None:
        _, said = self.process.communicate("", timeout=20)
        print(said)


def connected(one: Machine, other: Machine) -> bool:
    """Connect both machines' networks."""
    here = (ROOT / "/proc/self/ns/net").readlink()
    while here in {Path(f"/proc/{each.process.pid}/ns/net").readlink() for each in (one, other)}:
        pass
    cable = f"ip link add wire type veth peer name wire netns {other.process.pid}"
    words = ["nsenter", "--net", "--target", str(one.process.pid), *cable.split()]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


@pytest.fixture
def two_machines(tmp_path: Path) -> Iterator[tuple[Machine, Machine]]:
    both = (Machine("10.77.0.1", "pi", tmp_path / "one"), Machine("10.77.0.2", "pi-two", tmp_path / "two"))
    try:
        if not connected(*both):
            pytest.skip("this kernel has no veth to connect two machines with")
        yield both
    finally:
        for each in both:
            each.end()


def test_the_second_table_in_a_network_takes_another_name(two_machines: tuple[Machine, Machine]) -> None:
    first, second = two_machines
    assert first.begin() == "table.local"
    assert second.begin() == "table-2.local"
    assert second.next_name() == "10.77.0.1", "the first is found by its name"
