"""What the doctor tells people to type: root is not led by it, nor is the shell."""

import os
import pwd
import re
import shlex
from pathlib import Path

import pytest

from controller.care.doctor.examination import files
from controller.care.doctor.findings import BY_CODE
from controller.store.privileges import who_may_lead
from controller.store.table_files import TableFiles

BY_ROOT = re.compile(r"sudo (?!-u |-v )([a-z-]+)")
LEADS_NOWHERE = {"mkdir", "chown -h", "cat", "sudoedit", "royaltable"}
"""What root may do in a folder of the table's user: follows no link there, or lays down root's rights by itself."""


def test_no_cure_has_root_write_where_the_tables_user_could_plant_a_link() -> None:
    for step in (step for ailment in BY_CODE.values() for step in re.split(r"[|;]+|&&", ailment.command)):
        in_his_folder = re.search(r"\{(file|key|folder|journal|config)\}|/etc/royaltable|/var/lib/royaltable", step)
        by_root = BY_ROOT.search(step)
        if in_his_folder and by_root:
            assert any(step.split("sudo ")[1].startswith(allowed) for allowed in LEADS_NOWHERE), step


def test_a_cures_line_is_typed_by_whoever_could_lead_there_and_names_are_one_word_of_it(tmp_path: Path) -> None:
    folder = tmp_path / "of; the $(table)"
    folder.mkdir()
    keys = TableFiles(folder / "table.journal").keys
    keys.write_text("{}")
    keys.chmod(0o644)
    owner = who_may_lead(keys)
    (finding,) = (each for each in files(TableFiles(folder / "table.journal"), owner) if each.code == "RT-KEYS-OPEN")
    assert shlex.split(finding.command) == ["sudo", "-u", owner, "chmod", "600", str(keys)]


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_the_tables_user_types_what_is_done_in_his_folder_whatever_root_has_left_there(tmp_path: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    folder = tmp_path / "his"
    folder.mkdir()
    (folder / "page.key").symlink_to("/etc/passwd")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    assert who_may_lead(folder / "page.key") == "nobody"
    assert who_may_lead(Path("/etc/passwd")) == "root"


WIDTH = 80


def test_a_picture_fits_a_terminal_and_names_no_value() -> None:
    drawn = {code: ailment.picture for code, ailment in BY_CODE.items() if ailment.picture}
    assert len(drawn) >= 7
    for code, picture in drawn.items():
        assert max(map(len, picture.splitlines())) <= WIDTH, code
        assert not set(picture) & set("{}\t"), code


def test_whatever_the_set_up_measures_has_a_picture_with_its_finding() -> None:
    measured = {
        *("RT-READER-WEAK", "RT-READER-NEAR", "RT-SPI-ERRORS", "RT-I2C-MEASURED"),
        *("RT-KNOB-CLICKS", "RT-ARROW-PLAY", "RT-POWER-LOAD"),
    }
    assert {code for code in measured if not BY_CODE[code].picture} == set()
