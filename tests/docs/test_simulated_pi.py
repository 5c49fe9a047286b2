"""The page about the simulated Pi: its test and its command run as they stand there."""

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml

from hw.testing.pi.hands import HANDS
from tests.support.documents import ROOT, blocks, text_of
from tests.support.processes import PYTEST_OF_OTHERS

pytest_plugins = ["pytester"]
PAGE = "docs/simulated-pi.md"


@pytest.mark.skipif(find_spec("mfrc522") is None, reason="pip install --no-deps mfrc522")
def test_the_copied_tests_pass_where_warnings_are_errors(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("\n\n".join(blocks(PAGE, "python")))
    pytester.runpytest("-p", "no:cacheprovider", "-W", "error").assert_outcomes(passed=2)


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


ACTION = yaml.safe_load((ROOT / ".github/actions/simulated-pi/action.yml").read_text(encoding="utf-8"))

PROGRAM = """
import sys
import spidev
reader = spidev.SpiDev()
reader.open(0, 0)
reader.xfer2([0xEE, 0])
print(sys.argv[1:])
"""

TESTS = """
def test_a_tag(simulated_pi): ...
def test_a_knob(): ...
def test_others(): raise AssertionError
"""


def ran(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the action's last shell step as GitHub's runner does, with its default shell."""
    (folder / "program.py").write_text(PROGRAM)
    (folder / "test_table.py").write_text(TESTS)
    values = {name: each.get("default", "") for name, each in ACTION["inputs"].items()} | inputs
    (step,) = [each for each in ACTION["runs"]["steps"] if "COMMAND" in each.get("env", {})]
    environment = {
        name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: values[found[1]], text)
        for name, text in step["env"].items()
    }
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    env = os.environ | PYTEST_OF_OTHERS | environment | {"PATH": path}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("run", "options", "printed"),
    [
        ("python program.py", "", "[]\n"),
        (
            "python program.py 'two words' \"don't\"",
            '--at "0.1 place 86a083ee" --seconds 5',
            "['two words', \"don't\"]\n",
        ),
        (
            "python program.py --seconds ''\n",
            "--wire 'readers = { \"left door\" = [0, 0] }' --tag 86a083ee",
            "['--seconds', '']\n",
        ),
    ],
)
def test_the_action_passes_words_in_quotes_to_a_program(tmp_path: Path, run: str, options: str, printed: str) -> None:
    done = ran(tmp_path, run=run, options=options)
    assert (done.returncode, done.stdout) == (0, printed), done.stderr
    assert {file.name for file in tmp_path.glob("simulated-pi.*")} == {"simulated-pi.vcd", "simulated-pi.png"}


@pytest.mark.parametrize("run", ['pytest -k "tag or knob"', "python -m pytest -k 'tag or knob'"])
def test_the_action_passes_words_in_quotes_to_pytest(tmp_path: Path, run: str) -> None:
    done = ran(tmp_path, run=f"{run} -p no:cacheprovider -W ignore")
    assert "2 passed, 1 deselected" in done.stdout, done.stdout + done.stderr


def test_the_action_fails_with_its_program_or_an_open_quote(tmp_path: Path) -> None:
    assert ran(tmp_path, run="python missing.py").returncode != 0
    assert ran(tmp_path, run="pytest -W ignore").returncode == 1
    assert ran(tmp_path, run="python program.py 'open").returncode != 0


def test_the_page_shows_how_a_workflow_names_the_action() -> None:
    (workflow,) = blocks(PAGE, "yaml")
    used = [each for each in yaml.safe_load(workflow)["steps"] if "simulated-pi" in each["uses"]]
    assert [each["uses"].partition("/.github/")[2] for each in used] == ["actions/simulated-pi@v0.1.0"] * 2
    assert {name for each in used for name in each["with"]} <= ACTION["inputs"].keys()


def test_the_page_names_all_commands_and_every_input_of_the_action() -> None:
    assert [name for name in (*HANDS, *ACTION["inputs"]) if f"`{name}`" not in text_of(PAGE)] == []
