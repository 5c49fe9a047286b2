"""The page about the simulated Pi: its test and its command run as they stand there."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from hw.testing.pi.machine import HANDS
from tests.docs.reading import ROOT, blocks, text_of

pytest_plugins = ["pytester"]
PAGE = "docs/simulated-pi.md"


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_the_copied_test_passes(pytester: pytest.Pytester) -> None:
    (test,) = blocks(PAGE, "python")
    pytester.makepyfile(test)
    pytester.runpytest("-p", "no:cacheprovider", "-W", "ignore").assert_outcomes(passed=1)


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_the_command_of_the_page_runs_a_program_with_a_tag(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("from mfrc522 import SimpleMFRC522\n\nprint(SimpleMFRC522().read_id())\n")
    (command,) = [line for body in blocks(PAGE, "") for line in body.splitlines() if line.startswith("royaltable-pi")]
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "578218618443\n" in done.stdout) == (0, True), done.stdout + done.stderr
    assert {file.name for file in tmp_path.glob("bus.*")} == {"bus.vcd", "bus.png"}


def test_the_page_names_all_that_people_can_do_and_every_input_of_the_action() -> None:
    action = yaml.safe_load((ROOT / ".github/actions/simulated-pi/action.yml").read_text(encoding="utf-8"))
    assert [name for name in (*HANDS, *action["inputs"]) if f"`{name}`" not in text_of(PAGE)] == []
