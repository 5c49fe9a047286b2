"""Every command that the documents show runs: here, on a simulated table, or in another test named below."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("README.md", "docs/evening.md", "docs/ci.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)

ELSEWHERE = {
    "make run": "it is `royaltable sim`: tests/web/browser",
    "make test": "this is it",
    "make check": "every push",
    "make deb": "tests/systemd/container/test_package.py",
    "make deb ARCH=arm64": "tests/systemd/container/test_package.py",
    "sudo make install": "tests/systemd/container/test_make_install.py",
    "sudo make uninstall": "tests/systemd/container/test_make_install.py",
    "sudo apt install ./out/royaltable_0.1.0_arm64.deb": "tests/systemd/container/test_package.py, on amd64",
    "sudo apt purge royaltable": "tests/systemd/container/test_package.py",
    "sudo -u royaltable royaltable teach": "tests/cli/test_stickers.py, with --sim",
    "sudo -u royaltable royaltable census": "tests/cli/test_stickers.py, with --sim",
    "sudo systemctl stop royaltable": "tests/systemd/container/test_service.py",
    "sudo systemctl start royaltable": "tests/systemd/container/test_service.py",
    "systemctl status royaltable": "tests/systemd/container/test_service.py asks the same of `systemctl show`",
}
"""Commands that are run by other tests."""

NOT_TRIED = "sudo nmcli connection "
"""A hotspot needs a radio; what these commands would do was read in NetworkManager's manual, and not tried."""

SIMULATED = {"doctor", "backup", "report"}
"""Commands of a table with parts, which take --sim."""


def blocks(document: str, language: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [body for kind, body in BLOCK.findall(text) if kind == language]


def commands() -> list[str]:
    lines = [line for document in DOCUMENTS for body in blocks(document, "") for line in body.splitlines()]
    return list(dict.fromkeys(line for line in lines if line.strip()))


def test_the_documents_show_commands() -> None:
    assert len(commands()) >= 12


@pytest.mark.parametrize("line", commands())
def test_a_command_runs(line: str, tmp_path: Path) -> None:
    if line in ELSEWHERE or line.startswith(NOT_TRIED):
        return
    words = shlex.split(line.removeprefix("sudo ").removeprefix("-u royaltable "))
    assert words[0] in {"royaltable", ".venv/bin/royaltable"}, f"{line}: no test runs it"
    simulated = ["--sim"] if words[1] in SIMULATED else []
    done = subprocess.run(
        [sys.executable, "-m", "controller", *words[1:], *simulated],
        cwd=tmp_path,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout != ""


def test_the_job_of_twelve_lines_plays_a_simulated_game(tmp_path: Path) -> None:
    (job,) = blocks("docs/ci.md", "yaml")
    assert len(job.splitlines()) == 12
    install, play = re.findall(r"- run: (.*)", job)
    assert install == "pip install pytest royaltable-0.1.0-py3-none-any.whl"  # tests/package/test_wheel.py makes it
    (test,) = blocks("docs/ci.md", "python")
    program, file = shlex.split(play)
    (tmp_path / file).write_text(test, encoding="utf-8")
    found = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [shutil.which(found) or program, file], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
