"""The wheel: two packages and nothing else, installable without a compiler on the Pythons of Raspberry Pi OS."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def pip(*arguments: str | Path) -> str:
    """Run pip where no compiler can be found; gives what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        cwd=PROJECT,
        env=os.environ | {"CC": "false", "CXX": "false", "RUSTC": "false"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ".")
    (made,) = folder.iterdir()
    return made


def test_it_holds_the_two_packages_with_their_data_and_nothing_else(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")
    names = zipfile.ZipFile(wheel).namelist()
    described = wheel.name.removesuffix("-py3-none-any.whl") + ".dist-info"
    assert {name.split("/")[0] for name in names} == {"controller", "hw", described}
    assert {
        "controller/web/static/index.html",
        "controller/games/tumult_royale/standard.toml",
        "hw/firmware/castle_node/main.py",
        f"{described}/licenses/LICENSE",
    } <= set(names)


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_all_that_a_pi_needs_comes_as_wheels(wheel: Path, tmp_path: Path, python: str) -> None:
    platforms = [f"--platform=manylinux_2_{glibc}_aarch64" for glibc in (28, 17)]
    said = pip(
        *("install", "--dry-run", "--only-binary=:all:", f"--python-version={python}", *platforms),
        *("--constraint=constraints.txt", f"--target={tmp_path}", wheel),
    )
    assert "Would install" in said
    assert "royaltable-0.1.0" in said
