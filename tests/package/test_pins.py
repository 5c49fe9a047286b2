"""Only allowed packages with the hashes of constraints.txt are installed."""

import hashlib
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.package.test_repository import ROOT
from tests.support.soak import SOAK
from tools.check_dependencies import against
from tools.pins import Pin, read_pins
from tools.renew_constraints import needed_to_run

FILES: Final = ("constraints.txt", "bench/peers.lock.txt", "bench/octoprint.lock.txt")
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS: Final = PROJECT["project"]["optional-dependencies"]
USES: Final = {"run": needed_to_run()} | EXTRAS | PROJECT["dependency-groups"]
PINS: Final = {pin.name: pin for pin in read_pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))}
WRONG: Final = "0" * 64


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """The wheel of a package that does nothing."""
    made = tmp_path / "nothing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("nothing.py", "")
        archive.writestr("nothing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nothing\nVersion: 1.0\n")
        archive.writestr(
            "nothing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("nothing-1.0.dist-info/RECORD", "")
    return made


def pinned(folder: Path, *hashes: str, uses: str = "run") -> Path:
    """A file that pins that package."""
    file = folder / "constraints.txt"
    file.write_text(f"# Pins.\n\n{Pin(canonicalize_name('nothing'), '1.0', '', (uses,), hashes)}\n", encoding="utf-8")
    return file


def ran(wheels: Path, *command: str | Path, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    """Run a command for which nothing can be had but these wheels."""
    offline = {
        "PATH": "/usr/bin:/bin",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheels),
        "PIP_CONFIG_FILE": "/dev/null",
    }
    return subprocess.run(command, cwd=cwd, env=offline, capture_output=True, text=True, check=False)


def test_a_package_with_another_hash_is_refused_with_the_reason(wheel: Path) -> None:
    into = wheel.parent / "into"
    install = ("tools/install_pinned", sys.executable, pinned(wheel.parent, WRONG), "run", f"--target={into}")
    done = ran(wheel.parent, *install)
    assert done.returncode == 1
    assert "DO NOT MATCH THE HASHES" in done.stderr
    assert "what was fetched is not what was pinned: nothing of it was installed" in done.stderr
    assert not into.exists()

    pinned(wheel.parent, WRONG, hashlib.sha256(wheel.read_bytes()).hexdigest())
    done = ran(wheel.parent, *install)
    assert done.returncode == 0, done.stderr
    assert (into / "nothing.py").is_file()


def test_a_use_without_pins_is_refused(wheel: Path) -> None:
    done = ran(wheel.parent, "tools/install_pinned", sys.executable, pinned(wheel.parent, WRONG, uses="pi"), "run dev")
    assert done.returncode == 1
    assert "saw nothing in" in done.stderr
    assert "Cure: " in done.stderr


@pytest.mark.skipif(not SOAK, reason="makes an environment. Cure: make soak")
def test_make_setup_ends_where_a_hash_differs(wheel: Path) -> None:
    shutil.copytree(ROOT / "tools", wheel.parent / "tools", ignore=shutil.ignore_patterns("node_modules"))
    for file in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / file, wheel.parent / file)
    (wheel.parent / "controller/web/static/js/lib").mkdir(parents=True)
    pinned(wheel.parent, WRONG)
    done = ran(wheel.parent, "make", "setup", f"PYTHON={sys.executable}", cwd=wheel.parent)
    assert done.returncode == 2
    assert "what was fetched is not what was pinned" in done.stderr
    assert not (wheel.parent / ".venv/.installed").exists()


@pytest.mark.parametrize("file", FILES)
def test_every_package_has_hashes_a_version_and_a_use_and_no_address(file: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert "://" not in text
    pins = list(read_pins(text))
    assert pins
    assert [pin.name for pin in pins] == sorted({pin.name for pin in pins})
    assert all(pin.hashes and pin.uses for pin in pins)


@pytest.mark.parametrize(
    "line",
    [
        "nothing==1.0",
        "nothing>=1.0 \\\n    --hash=sha256:" + WRONG,
        "--index-url x\nnothing==1.0 \\\n    --hash=sha256:" + WRONG,
    ],
)
def test_a_line_that_is_no_pin_with_hashes_is_an_error(line: str) -> None:
    with pytest.raises(ValueError, match="expected `# for USES`"):
        list(read_pins(f"# Pins.\n\n# for run\n{line}\n"))


@pytest.mark.parametrize("use", USES)
def test_requirements_of_pyproject_are_pinned_to_allowed_versions(use: str) -> None:
    for asked in map(Requirement, USES[use]):
        pin = PINS[canonicalize_name(asked.name)]
        assert use in pin.uses, "renew it: .venv/bin/python -m tools.renew_constraints"
        assert pin.version in asked.specifier


def test_there_is_no_use_that_pyproject_does_not_name() -> None:
    assert {use for pin in PINS.values() for use in pin.uses} == set(USES)


def test_packages_and_licences_that_are_not_allowed_are_named() -> None:
    pin = Pin(canonicalize_name("nothing"), "1.0", "", ("run", "dev"), (WRONG,))
    (stranger,) = against({}, [pin])
    assert stranger.startswith(
        "constraints.txt installs nothing 1.0 for run and dev, which tools/allowed.toml does not allow."
    )
    (beyond,) = against({"nothing": {"licence": "MIT", "for": ["dev"]}}, [pin])
    assert beyond.startswith("constraints.txt installs nothing 1.0 for run, which")
    (copyleft,) = against({"nothing": {"licence": "MIT OR GPL-3.0-only", "for": ["run", "dev"]}}, [pin])
    assert copyleft.startswith("nothing is shipped under MIT OR GPL-3.0-only; we ship Apache-2.0, ")
    (gone,) = against(
        {"nothing": {"licence": "MIT", "for": ["run", "dev"]}, "old": {"licence": "MIT", "for": []}}, [pin]
    )
    assert gone.startswith("tools/allowed.toml allows old, which constraints.txt does not install.")


def test_make_check_checks_the_dependencies() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    check = makefile.partition("\ncheck: ")[2].partition("\n\n")[0]
    assert "-m tools.check_dependencies" in check
