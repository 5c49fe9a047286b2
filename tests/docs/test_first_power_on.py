"""What the first owner of real parts sends back holds what the steps of the plan have measured."""

import json
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from tests.docs.reading import blocks, text_of

PLAN = "docs/first-power-on.md"


def test_each_step_has_its_number_and_says_what_would_refute_it() -> None:
    steps = text_of(PLAN).split("\n**")[1:]
    assert [int(step.partition(".")[0]) for step in steps] == list(range(1, 15))
    assert [step[:2] for step in steps[:-1] if "*Refuted if*" not in " ".join(step.split())] == []
    assert len(blocks(PLAN, "")) == len(steps)


def test_the_one_file_has_the_figures_of_the_set_up_and_the_findings_of_the_devices(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for words in (["setup", "--only", "blue"], ["report", "--devices", "first-power-on-report.zip"]):
        done = CliRunner().invoke(main, [*words, "--sim"])
        assert done.exit_code == 0, done.output
    (tmp_path / "notes.txt").write_text("10: 19 of 20\n", encoding="utf-8")
    (command,) = [line for block in blocks(PLAN, "") for line in block.splitlines() if line.startswith("tar ")]
    subprocess.run([str(shutil.which("tar")), *command.split()[1:]], check=True)
    with tarfile.open("first-power-on.tar") as sent:
        assert sent.getnames() == ["first-power-on-report.zip", "notes.txt"]
    with zipfile.ZipFile("first-power-on-report.zip") as report:
        blue = json.loads(report.read("birth-certificate.json"))["blue"]
        codes = {finding["code"] for finding in json.loads(report.read("doctor.json"))}
    assert (blue["works"], blue["measured"]["chip"]) == (True, "92h, NXP MFRC522 version 2.0")
    assert blue["measured"]["octets of 2000 wrong at 2000000 Hz"] == 0
    assert {"RT-OLED-LOOK", "RT-READER-NO-TILE"} <= codes
