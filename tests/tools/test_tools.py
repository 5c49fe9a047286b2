"""What a machine lacks leaves tests out with a cure and never stops `make test`; a soak runs all of its steps."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.soak import Step, main, steps

ROOT = Path(__file__).parents[2]
FAILS = "#!/bin/sh\necho nothing is to be had >&2\nexit 100\n"
AS_ROOT = "#!/bin/sh\necho 0\n"
WORK = "#!/bin/sh\necho work\n"
AS_A_USER = "#!/bin/sh\necho 1000\n"
NEEDED = ("dirname", "env", "flock", "rm", "tr")
"""What the tools take from any system."""


def ran(folder: Path, tool: str, *arguments: str, **programs: str) -> "subprocess.CompletedProcess[str]":
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
def test_peers_that_cannot_be_installed_are_left_out_with_the_cure(
    tmp_path: Path, tool: str, programs: dict[str, str], said: str
) -> None:
    done = ran(tmp_path, tool, **programs)
    assert done.returncode == 0, done.stderr
    assert "LEFT OUT: the " in done.stderr
    assert said in done.stderr


def test_a_failed_installation_of_peers_leaves_no_partial_environment(tmp_path: Path) -> None:
    done = ran(tmp_path, "bench_peers", "python", python=FAILS)
    assert done.returncode == 0, done.stderr
    assert "LEFT OUT: the figures of catanatron==" in done.stderr
    assert "LEFT OUT: the figures of OctoPrint==" in done.stderr
    assert not list((tmp_path / "bench" / "peers").glob("*"))


def test_a_hub_without_its_engines_does_not_start_and_says_the_cure(tmp_path: Path) -> None:
    done = ran(tmp_path, "hub_packages", id=AS_A_USER, apt_get=FAILS, sudo=FAILS)
    assert done.returncode == 1
    assert "postgresql: only root may install" in done.stderr


A_FAULT = Step("the first", (sys.executable, "-c", "raise SystemExit(3)"))
A_PASS = Step("the second", (sys.executable, "-c", "import os; print(os.environ['ROYALTABLE_SOAK'])"))


def test_soak_runs_all_steps_and_fails_if_one_failed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([A_FAULT, A_PASS]) == 1
    said = capfd.readouterr().out.splitlines()
    assert "1" in said  # the second one ran, and with the switch
    first, second, whole, again = said[-4:]
    assert first.split()[:4] == ["the", "first", "exit", "3"]
    assert second.split()[:3] == ["the", "second", "passed"]
    assert whole.split()[0] == "all"
    assert again.startswith("Failed: the first. Again: ROYALTABLE_SOAK=1 ")


def test_soak_passes_if_all_steps_passed(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([A_PASS]) == 0
    assert "Failed" not in capfd.readouterr().out


def test_it_plays_ten_thousand_checked_games_of_each_game() -> None:
    games = {"tumult-royale": 0, "tudor": 0}
    for step in steps():
        if "selfplay" in step.command:
            assert "--check" in step.command
            games[step.name.split(",")[0]] += int(step.command[step.command.index("--games") + 1])
    assert games["tumult-royale"] == 3 * 10_000
    assert games["tudor"] >= 10_000
