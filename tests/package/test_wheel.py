"""The wheel: the two packages with all their files, to be played wherever it is installed, and without a compiler."""

import json
import os
import re
import subprocess
import sys
import zipfile
from email import message_from_bytes
from email.message import Message
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.package.test_repository import ROOT, tracked
from tests.soak import SOAK
from tests.web.real_table import running


def pip(*arguments: str | Path) -> str:
    """Run pip where no compiler can be found, and return what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments],
        cwd=ROOT,
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
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", folder, ".")
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return message_from_bytes(archive.read("royaltable-0.1.0.dist-info/METADATA"))


@pytest.fixture(scope="module")
def installed(wheel: Path, metadata: Message, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment of the wheel and what it needs, nothing else; its dependencies are links to those here."""
    fresh = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", fresh], check=True)
    pip("--python", fresh, "install", "--quiet", "--no-deps", "--no-index", "--no-compile", wheel)
    (packages,) = fresh.glob("lib/python*/site-packages")
    needs: dict[str, Distribution] = {}
    asked = list(map(Requirement, metadata.get_all("Requires-Dist", [])))
    while asked:
        each = asked.pop()
        if each.name not in needs and (each.marker is None or each.marker.evaluate({"extra": ""})):
            needs[each.name] = distribution(each.name)
            asked += map(Requirement, needs[each.name].requires or ())
    for needed in needs.values():
        for top in {file.parts[0] for file in needed.files or ()} - {"..", "__pycache__"}:
            if not (packages / top).exists():  # two distributions may share a namespace
                (packages / top).symlink_to(Path(str(needed.locate_file(top))))
    return fresh


def said_by(installed: Path, program: str, *arguments: str | Path) -> str:
    """What a program of the fresh environment prints."""
    done = subprocess.run([installed / "bin" / program, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_holds_the_four_packages_and_nothing_else(wheel: Path) -> None:
    assert wheel.name == "royaltable-0.1.0-py3-none-any.whl"
    names = zipfile.ZipFile(wheel).namelist()
    assert [name for name in names if name.endswith(".so")] == []  # also after `make compiled`
    assert {name.split("/")[0] for name in names} == {
        "controller",
        "firmware",
        "hub",
        "hw",
        "royaltable-0.1.0.dist-info",
    }
    assert {
        "controller/web/static/index.html",
        "controller/games/tumult_royale/box/standard.toml",
        "firmware/castle_node/main.py",
        "hw/oled/fonts/DejaVuSansCondensed.ttf",
        "controller/py.typed",
        "hw/py.typed",
        "royaltable-0.1.0.dist-info/licenses/LICENSE",
        "royaltable-0.1.0.dist-info/sboms/royaltable.cdx.json",
        "royaltable-0.1.0.dist-info/licenses/hw/oled/fonts/LICENSE",
    } <= set(names)


def test_no_file_of_the_packages_is_forgotten(wheel: Path) -> None:
    kept = {file.relative_to(ROOT).as_posix() for file in tracked("controller", "firmware", "hub", "hw")}
    assert kept - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_its_metadata_say_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "royaltable"
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Author"] == "the royaltable maintainers"
    assert {"board game", "nfc", "raspberry pi", "micropython"} <= set(metadata["Keywords"].split(","))
    assert {
        "Operating System :: POSIX :: Linux",
        "Framework :: Pytest",
        "Programming Language :: Python :: 3.11",
        "Programming Language :: Python :: 3.13",
        "Topic :: Games/Entertainment :: Board Games",
        "Typing :: Typed",
    } <= set(metadata.get_all("Classifier", []))


def test_the_wheel_plays_where_nothing_else_is_installed(installed: Path, tmp_path: Path) -> None:
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal")]
    with running(tmp_path, program=[str(installed / "bin" / "royaltable")], serves=serves) as table:
        page = table.get("/").text
        assert "<title>Royaltable</title>" in page
        files = re.findall(r'(?:href|src)="(/[^"]+)"', page)
        assert {Path(file).suffix for file in files} == {".css", ".js", ".svg"}
        assert {file for file in files if table.get(file).status_code != httpx.codes.OK} == set()
        table.begin("sentiment")


def test_screens_and_firmware_come_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    said_by(installed, "royaltable", "screens", "--lang", "de", "--out", tmp_path)
    assert len(list(tmp_path.glob("*.png"))) >= 100
    asked = "import controller, firmware as held; print(controller.__file__, held.FOLDER)"
    for path in said_by(installed, "python", "-I", "-c", asked).split():
        assert Path(path).is_relative_to(installed)


@pytest.mark.parametrize("python", ["3.11", "3.13"] if SOAK else ["3.13"])
def test_a_pi_installs_only_pinned_wheels(metadata: Message, tmp_path: Path, python: str) -> None:
    """As pip plans it, with its hashes and without anything that is not named; no wheel asks for more."""
    platforms = [f"--platform=manylinux_2_{glibc}_aarch64" for glibc in (28, 17)]
    done = subprocess.run(
        [
            *("tools/install_pinned", sys.executable, "constraints.txt", "run", "--dry-run", "--only-binary=:all:"),
            *(f"--python-version={python}", *platforms, f"--target={tmp_path}", f"--report={tmp_path / 'report'}"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    planned = [each["metadata"] for each in json.loads((tmp_path / "report").read_bytes())["install"]]
    versions = {canonicalize_name(each["name"]): each["version"] for each in planned}
    system = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": "aarch64",
        "extra": "",
    }
    asked = [
        *metadata.get_all("Requires-Dist", []),
        *(line for each in planned for line in each.get("requires_dist", [])),
    ]
    for need in map(Requirement, asked):
        if need.marker is None or need.marker.evaluate(system):
            assert versions[canonicalize_name(need.name)] in need.specifier, need


def test_uncompiled_modules_are_never_imported() -> None:
    left_out = re.search(
        r"compileall -q -j 0 -x '/\((\S+)\)/' ", (ROOT / "package/debian/postinst").read_text(encoding="utf-8")
    )
    assert left_out is not None
    assert left_out[1] == "pygments|setuptools"
    asked = """
import controller.cli.parts.flash, controller.cli.parts.stickers, controller.service.daemon
import colorzero, gpiozero, mpremote.main, rich.console, rich.progress, rich.table
import sys
print(*{name.split(".")[0] for name in sys.modules})
"""
    imported = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert {"rich", "gpiozero", "mpremote"} <= set(imported.stdout.split())
    assert set(left_out[1].split("|")) & set(imported.stdout.split()) == set()
