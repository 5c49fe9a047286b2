"""What the guides say is so: limits, the first power-on, one's own game, the job of the CI."""

import ast
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.cli.parts import arrow
from hw.bus.recorder import parse_recording
from hw.testing.clock import run_virtual
from tests.support.documents import ROOT, all_blocks, blocks, text_of
from tests.support.processes import PYTEST_OF_OTHERS

PAGE = "docs/limits.md"
HEAD = """# What the table bears

Everything that comes from outside has a bound, so that a guest, a phone gone wild or a damaged file cannot end a
game. What is over a bound is refused with a sentence, and the table plays on. The numbers stand in
`controller/limits.py`, each with its reason.

| bound | is | why |
| --- | ---: | --- |
"""


def bounds() -> list[tuple[str, str, str]]:
    """Each constant of the module: its name, its value, the reason below it."""
    body = ast.parse(text_of("controller/limits.py")).body
    found = []
    for constant, reason in pairwise(body):
        if isinstance(constant, ast.AnnAssign):
            assert isinstance(constant.target, ast.Name)
            assert constant.value is not None
            assert isinstance(reason, ast.Expr), f"{constant.target.id} has no reason below it"
            value = ast.unparse(constant.value)
            found.append((constant.target.id.replace("_", " ").lower(), value, ast.literal_eval(reason.value)))
    return found


def page() -> str:
    rows = [f"| {name} | {value} | {' '.join(reason.split())} |\n" for name, value, reason in bounds()]
    return HEAD + "".join(rows)


def test_the_limits_document_has_every_limit_with_its_reason() -> None:
    if os.environ.get("ROYALTABLE_RENEW"):
        (ROOT / PAGE).write_text(page(), encoding="utf-8")
    assert text_of(PAGE) == page()
    assert len(bounds()) >= 10


PLAN = "docs/first-power-on.md"


def test_each_step_is_numbered_and_refutable() -> None:
    steps = text_of(PLAN).split("\n**")[1:]
    assert [int(step.partition(".")[0]) for step in steps] == list(range(1, 17))
    assert [step[:2] for step in steps[:-1] if "*Refuted if*" not in " ".join(step.split())] == []
    assert len(blocks(PLAN, "")) == len(steps)


def test_the_one_file_has_measurements_findings_and_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(arrow, "run", run_virtual)
    for words in (
        ["setup", "--only", "blue"],
        ["record", "--seconds", "1"],
        ["compare"],
        ["report", "--devices", "first-power-on.zip"],
    ):
        done = CliRunner().invoke(main, [*words, "--sim"])
        assert done.exit_code == 0, done.output
    assert "first-power-on.zip" in text_of(PLAN)
    with zipfile.ZipFile("first-power-on.zip") as report:
        assert parse_recording(report.read("recording.json.gz")).header.simulated
        blue = json.loads(report.read("birth-certificate.json"))["blue"]
        codes = {finding["code"] for finding in json.loads(report.read("doctor.json"))}
    assert (blue["works"], blue["measured"]["chip"]) == (True, "92h, NXP MFRC522 version 2.0")
    assert blue["measured"]["bytes of 2000 wrong at 2000000 Hz"] == 0
    assert {"RT-OLED-LOOK", "RT-READER-NO-TILE"} <= codes


DOCUMENT: Final = "docs/your-own-game.md"


def test_code_blocks_are_in_file_order_except_the_entry_point() -> None:
    shown = defaultdict[str, list[int]](list)
    for block in all_blocks(DOCUMENT):
        if block.file and "def make" not in block.body:
            shown[block.file].append(text_of(block.file).index(block.body))
    code = {f"examples/arrow_race/arrow_race/{name}.py" for name in ("game", "rules")}
    assert {file for file in shown if file.endswith(".py")} == code
    assert sum(map(len, shown.values())) >= 10
    assert all(sorted(places) == places for places in shown.values())


def test_the_twelve_line_ci_job_plays_a_simulated_game(tmp_path: Path) -> None:
    (job,) = blocks("docs/ci.md", "yaml")
    assert len(job.splitlines()) == 12
    install, play = re.findall(r"- run: (.*)", job)
    wheels = "royaltable-0.1.0-py3-none-any.whl royaltable_hw-0.1.0-py3-none-any.whl"  # tests/package/test_wheel.py
    assert install == f"pip install pytest {wheels}"
    (test,) = blocks("docs/ci.md", "python")
    program, file = shlex.split(play)
    (tmp_path / file).write_text(test, encoding="utf-8")
    found = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [shutil.which(found) or program, file],
        cwd=tmp_path,
        env=os.environ | PYTEST_OF_OTHERS,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
