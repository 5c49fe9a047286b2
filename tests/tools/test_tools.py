"""What a machine lacks leaves tests out with a cure and never stops `make test`; a soak runs all of its steps."""

import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FAILS = "#!/bin/sh\necho nothing is to be had >&2\nexit 100\n"
AS_ROOT = "#!/bin/sh\necho 0\n"
WORK = "#!/bin/sh\necho work\n"
AS_A_USER = "#!/bin/sh\necho 1000\n"
NEEDED = ("date", "dirname", "env", "flock", "mkdir", "rm", "tr")
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
        ("proxies", {"apt_get": FAILS}, "Cure: sudo apt install caddy"),
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


def test_compiling_without_headers_names_the_cure(tmp_path: Path) -> None:
    done = ran(tmp_path, "compile_core", "python", python="#!/bin/sh\necho /nowhere\n")
    assert done.returncode == 1
    assert "saw no /nowhere/Python.h. Cure: sudo apt install python3-dev" in done.stderr


def test_the_core_is_compiled_in_the_background_where_headers_are(tmp_path: Path) -> None:
    (tmp_path / "Python.h").touch()
    begins = {"setsid": '#!/bin/sh\necho "$@"\n', "timeout": WORK}
    done = ran(tmp_path, "core_in_background", "python", python=f"#!/bin/sh\necho {tmp_path}\n", **begins)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    log = tmp_path / "out" / "core.log"
    for _ in range(100):
        if log.exists() and "tools/compile_core" in log.read_text(encoding="utf-8"):
            break
        time.sleep(0.05)
    assert "timeout 60 tools/install_pinned" in log.read_text(encoding="utf-8")


def test_a_table_without_headers_starts_without_the_core_in_silence(tmp_path: Path) -> None:
    begins = {"setsid": '#!/bin/sh\necho "$@"\n', "timeout": WORK}
    done = ran(tmp_path, "core_in_background", "python", python="#!/bin/sh\necho /nowhere\n", **begins)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert not (tmp_path / "out").exists()


def test_a_hub_without_its_engines_does_not_start_and_says_the_cure(tmp_path: Path) -> None:
    done = ran(tmp_path, "hub_packages", id=AS_A_USER, apt_get=FAILS, sudo=FAILS)
    assert done.returncode == 1
    assert "postgresql: only root may install" in done.stderr


def test_soak_runs_all_steps_with_its_switch_and_fails_if_one_failed(tmp_path: Path) -> None:
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, text in {"pytest": "exit 3", "python": "echo switch $ROYALTABLE_SOAK", "royaltable": "true"}.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    done = ran(tmp_path, "soak", make="#!/bin/sh\n")
    assert done.returncode == 1
    assert "\nswitch 1\n" in done.stdout
    steps, report = done.stdout[: done.stdout.rindex("\ntests ")], done.stdout[done.stdout.rindex("\ntests ") :]
    assert report.split()[:3] == ["tests", "exit", "3"]
    assert "Again: ROYALTABLE_SOAK=1 .venv/bin/pytest " in report
    assert report.count(" passed ") == 11
    games = re.findall(r"^== (tumult-royale|tudor), .* --check .*--games (\d+)$", steps, re.MULTILINE)
    assert sum(int(count) for game, count in games if game == "tumult-royale") == 3 * 10_000
    assert sum(int(count) for game, count in games if game == "tudor") >= 10_000


@pytest.mark.parametrize("plugins", ["xdist", "xdist anyio hypothesispytest cacheprovider royaltable"])
def test_our_tests_start_without_the_plugins_of_others(plugins: str) -> None:
    without = [word for name in plugins.split() for word in ("-p", f"no:{name}")]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *without, "tests/test_secret.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "INTERNALERROR" in done.stdout) == (0, False), done.stdout
