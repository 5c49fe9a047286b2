"""The table of public programs: a row for each that lies in a folder."""

import subprocess
import sys
import tomllib
from pathlib import Path

from tests.support.documents import ROOT, text_of
from tools.public_programs import LIST, PAGE, TABLE

BLINKS = """
from time import sleep
from gpiozero import LED
from beside import NAME
lamp = LED(17)
print(NAME)
for _ in range(2):
    lamp.on()
    sleep(1)
    lamp.off()
    sleep(1)
"""
READS = """
import sys
from mfrc522 import SimpleMFRC522
print(SimpleMFRC522().read_id())
sys.exit("a card | that is `odd`\\0")
"""


def rows(folder: Path) -> list[str]:
    command = [sys.executable, "-m", "tools.public_programs", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    return [line for line in done.stdout.splitlines() if line.startswith("| ada/")]


def test_each_program_for_a_pi_in_the_folder_has_a_row(tmp_path: Path) -> None:
    programs = tmp_path / "ada/lamps"
    programs.mkdir(parents=True)
    (programs / "beside.py").write_text("NAME = 'two blinks'\n")
    (programs / "blinks.py").write_text(BLINKS)
    (programs / "part.py").write_text("import RPi.GPIO\ndef on(): ...\n")
    (programs / "old.py").write_text("from smbus import SMBus\nraise TypeError(f'{range(2)} is no number')\n")
    (programs / "other.py").write_text("import os, spidev, none\n")
    (programs / "plain.py").write_text("print('for any machine')\n")
    git = ("git", "-c", "user.name=a test", "-c", "user.email=test@localhost", "-C", str(programs))
    for command in (("init", "-q"), ("add", "."), ("commit", "-qm", "Blink")):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout[:7]
    assert rows(tmp_path) == [
        f"| ada/lamps {commit} | blinks.py | gpiozero | prints `two blinks`; GPIO17 (4) |",
        f"| ada/lamps {commit} | old.py | smbus | fails: `TypeError: range(0, 2) is no number` |",
        f"| ada/lamps {commit} | other.py | none, spidev | fails: `ModuleNotFoundError: No module named 'none'` |",
    ]


def test_a_program_outside_of_a_clone_reads_the_usual_tag(tmp_path: Path) -> None:
    (tmp_path / "ada/cards").mkdir(parents=True)
    (tmp_path / "ada/cards/reads.py").write_text(READS)
    (row,) = rows(tmp_path)
    assert row.startswith("| ada/cards - | reads.py | mfrc522 | fails: `SystemExit: a card / that is 'odd'�`; ")


def test_the_page_has_a_row_for_each_program_of_the_list() -> None:
    listed = tomllib.loads(LIST.read_text("utf-8"))["program"]
    table = TABLE.search(text_of(str(PAGE.relative_to(ROOT))))
    assert table is not None
    cells = [[cell.strip() for cell in line.split("|")] for line in table[0].splitlines()[2:]]
    assert [row[1:3] for row in cells] == [[f"{each['repository']} {each['commit']}", each["file"]] for each in listed]
