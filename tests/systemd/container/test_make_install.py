"""`sudo make install` on a Debian with nothing but its own Python, and `make uninstall`, which leaves nothing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.systemd.container.machines import PROJECT, Machine, traces
from tools.pins import read_pins

PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}
OFFLINE = ("env", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=/root/wheels", "CC=false")
"""All wheels lie there; nothing else can be had, and nothing be compiled."""


@pytest.fixture
def wheels(bare: Machine, tmp_path: Path) -> Path:
    suite = "bookworm" if (bare.root / "usr/bin/python3.11").exists() else "trixie"
    pins = read_pins((PROJECT / "constraints.txt").read_text(encoding="utf-8"))
    wanted = tmp_path / "pins.txt"
    wanted.write_text("\n".join(str(pin) for pin in pins if {"run", "build"} & set(pin.uses)), encoding="utf-8")
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "--quiet", "download", "--only-binary=:all:", "--dest", tmp_path),
            *(f"--python-version={PYTHONS[suite]}", "--platform=manylinux_2_28_x86_64"),
            *("--platform=manylinux_2_17_x86_64", "--require-hashes", "--no-deps", f"--requirement={wanted}"),
        ],
        cwd=PROJECT,
        check=True,
    )
    return tmp_path


def test_it_installs_from_wheels_alone_plays_and_goes_without_a_trace(bare: Machine, wheels: Path) -> None:
    shutil.copytree(wheels, bare.root / "root/wheels")
    tracked = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in tracked.stdout.split("\0"):
        if name and not name.startswith("tests/"):
            place = bare.root / "root/royaltable" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, place)
    before = traces(bare.root)

    assert "sudo make install YES=1" in bare.run("/root/royaltable/package/install", status=1)
    assert traces(bare.root).since(before) == set()
    said = bare.run(*OFFLINE, "/root/royaltable/package/install", "--yes")
    assert "/opt/royaltable " in said
    bare.plays_on_twins()
    bare.boot()
    assert bare.view()["phase"] == "none"
    assert bare.shows("User")["User"] == "royaltable"
    assert "version 0.1.0" in bare.run("royaltable", "--version")

    assert "ALL GAMES" in bare.run("/root/royaltable/package/uninstall", "--yes")
    bare.power_off()
    assert traces(bare.root).since(before) == set()
