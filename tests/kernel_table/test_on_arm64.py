"""The Pi's package on the Pi's processor: a Cortex-A53 in qemu, with Debian 12 or 13."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kernel_table.guest_machine import COMMAND_LINE, Guest, switched_on
from tests.systemd.container.machines import PROJECT, Traces, made_deb

NO_PAGE = 0
"""It has no network: its page is asked for inside."""

STORY = ("demo", "--rounds", "1", "--fast", "--seed", "20")
PLAYS_ON_THE_CORE = """\
import sys
from random import Random
from controller.games.tumult_royale.bots.bots import draw_start_action
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.search.core import Core
from controller.games.tumult_royale.search.position import box_of, load_state
print(sys.modules[Core.__module__].__file__.endswith(".abi3.so"), file=sys.stderr)
for seed in range(20):
    state = apply(None, draw_start_action(Random(seed), 2 + seed % 3)).state
    core = Core(box_of(state.table), seed)
    load_state(state, core)
    core.play_out(seed % 2)
    print(core.winner, core.round, core.chance)
"""
IMPORTS_ALL = """\
import importlib, pathlib, sysconfig
packages = pathlib.Path("/opt/royaltable/lib", f"python{sysconfig.get_python_version()}", "site-packages")
for file in sorted(packages.rglob("*.cpython-*.so")):
    name = ".".join(file.relative_to(packages).with_name(file.name.split(".")[0]).parts)
    if name != "PIL._imagingtk":  # wants the libraries of a desktop
        importlib.import_module(name)
        print(name)
"""


def disk(suite: str) -> Path:
    made = subprocess.run([PROJECT / "tools/guest_arm64", suite], capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(made.stderr.strip())
    return Path(made.stdout.splitlines()[-1])


@pytest.fixture(params=["bookworm", "trixie"])
def pi(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Guest]:
    made, deb = disk(request.param), made_deb("arm64")
    command = [
        *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-nic", "none"),
        *("-drive", f"file={deb},format=raw,if=virtio,readonly=on"),
        *("-device", "pci-serial,chardev=agent", "-append", f"console=ttyAMA0 {COMMAND_LINE}"),
    ]
    with switched_on(command, made, made / "disk", tmp_path, NO_PAGE) as guest:
        guest.run(f"head -c {deb.stat().st_size} /dev/vdb >/root/royaltable.deb")
        yield guest


def accounts(guest: Guest) -> tuple[str, ...]:
    return tuple(guest.run("cat /etc/passwd /etc/group").splitlines())


def files(guest: Guest, into: str) -> None:
    guest.run(f"find / -xdev -printf '%P\\n' | LC_ALL=C sort >/run/{into}")


def page(guest: Guest, path: str) -> str:
    return guest.run(
        f"python3 -c \"from urllib.request import urlopen as o; print(o('http://127.0.0.1:8080{path}').read().decode())\""
    )


def test_installed_it_serves_plays_the_same_game_and_uninstalls_cleanly(pi: Guest) -> None:
    assert pi.run("uname -m") == "aarch64"
    files(pi, "before")
    before = accounts(pi)

    pi.run("dpkg --install /root/royaltable.deb")
    pi.until(lambda: pi.run("systemctl is-active royaltable", status=None) == "active")
    assert json.loads(page(pi, "/api/view"))["view"]
    assert "<html" in page(pi, "/")
    assert {"PIL._imaging", "msgspec._core"} <= set(
        pi.run(f"/opt/royaltable/bin/python3 -c '{IMPORTS_ALL}'").splitlines()
    )
    here = subprocess.run(
        [sys.executable, "-m", "controller", *STORY], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert pi.run(f"royaltable {' '.join(STORY)}") == here.stdout.strip()
    here = subprocess.run(
        [sys.executable, "-c", PLAYS_ON_THE_CORE], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    there = pi.run(f"/opt/royaltable/bin/python3 -c '{PLAYS_ON_THE_CORE}' 2>&1")
    assert there == f"True\n{here.stdout.strip()}", "compiled there, it plays the games that it plays here"

    pi.run("DEBIAN_FRONTEND=noninteractive apt-get purge --yes royaltable")
    files(pi, "after")
    new = pi.run("LC_ALL=C comm -13 /run/before /run/after").splitlines()
    assert Traces(frozenset(new), accounts(pi)).since(Traces(frozenset(), before)) == set()
