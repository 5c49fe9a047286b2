"""What cannot be had on a machine leaves tests out, and never stops `make test`: it is said which, and the cure."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAILS = "#!/bin/sh\necho nothing is to be had >&2\nexit 100\n"
AS_ROOT = "#!/bin/sh\necho 0\n"
WORK = "#!/bin/sh\necho work\n"
AS_A_USER = "#!/bin/sh\necho 1000\n"
NEEDED = ("dirname", "env", "flock", "rm", "tr")
"""What the tools take from any system."""


def ran(folder: Path, tool: str, *arguments: str, **programs: str) -> "subprocess.CompletedProcess[str]":
    """Run a tool on a machine that has these programs alone, the project's requirements and no cache."""
    path = folder / "bin"
    path.mkdir()
    for name in NEEDED:
        (path / name).symlink_to(str(shutil.which(name)))
    for name, text in programs.items():
        (path / name.replace("_", "-")).write_text(text, encoding="utf-8")
        (path / name.replace("_", "-")).chmod(0o755)
    shutil.copytree(ROOT / "tools", folder / "tools", ignore=shutil.ignore_patterns("node_modules"))
    (folder / "bench").mkdir()
    for file in ("bench/peers.txt", "bench/octoprint.txt"):
        shutil.copy(ROOT / file, folder / file)
    return subprocess.run(
        ["/bin/sh", f"tools/{tool}", *arguments],
        cwd=folder,
        env={"PATH": str(path), "HOME": str(folder), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("tool", "programs", "said"),
    [
        (
            "system_packages",
            {"id": AS_ROOT, "apt_get": FAILS},
            "chromium-headless-shell graphviz mosquitto mosquitto-clients postgresql. Cure: sudo apt update",
        ),
        (
            "system_packages",
            {"id": AS_A_USER, "apt_get": FAILS, "sudo": FAILS},
            "sudo apt install chromium-headless-shell graphviz mosquitto mosquitto-clients postgresql",
        ),
        ("system_packages", {"id": AS_ROOT}, "no apt"),
        ("npm_packages", {}, "Cure: sudo apt install npm"),
        ("npm_packages", {"npm": FAILS}, "Cure: npm ci"),
        ("micropython", {}, "Cure: put an executable micropython"),
    ],
)
def test_what_cannot_be_installed_is_left_out_with_its_cure(
    tmp_path: Path, tool: str, programs: dict[str, str], said: str
) -> None:
    done = ran(tmp_path, tool, **programs)
    assert done.returncode == 0, done.stderr
    assert "LEFT OUT: the " in done.stderr
    assert said in done.stderr


def test_peers_that_cannot_be_installed_leave_their_figures_out_and_no_half_environment(tmp_path: Path) -> None:
    done = ran(tmp_path, "bench_peers", "python", python=FAILS)
    assert done.returncode == 0, done.stderr
    assert "LEFT OUT: the figures of catanatron==" in done.stderr
    assert "LEFT OUT: the figures of OctoPrint==" in done.stderr
    assert not list((tmp_path / "bench" / "peers").glob("*"))


def test_a_hub_does_not_start_without_what_it_stands_on_and_the_cure_is_said(tmp_path: Path) -> None:
    done = ran(tmp_path, "hub_packages", id=AS_A_USER, apt_get=FAILS, sudo=FAILS)
    assert done.returncode == 1
    assert "postgresql: only root may install" in done.stderr
