"""``royaltable password``: the terminal's way to the owner's password."""

import os
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.secret import Secret
from controller.store.keyring import Keyring

COMMAND = ["password", "--sim", "--journal"]


def keyring(folder: Path) -> Keyring:
    keys = Keyring(folder / "sim.keys.json")
    keys.load()
    return keys


def test_a_password_is_asked_for_twice_and_kept_as_a_hash(tmp_path: Path) -> None:
    ended = CliRunner().invoke(main, [*COMMAND, str(tmp_path / "sim.journal")], input="a long evening\n" * 2)
    assert ended.exit_code == 0, ended.output
    assert "a long evening" not in ended.output + (tmp_path / "sim.keys.json").read_text()
    assert keyring(tmp_path).check_password(Secret("a long evening"))


def test_a_table_that_runs_takes_it_at_once(tmp_path: Path) -> None:
    running = keyring(tmp_path)
    running.set_password(Secret("before the party"))
    CliRunner().invoke(main, [*COMMAND, str(tmp_path / "sim.journal")], input="a long evening\n" * 2)
    assert running.check_password(Secret("a long evening"))
    assert not running.check_password(Secret("before the party"))


def test_a_short_one_is_refused_and_the_one_so_far_holds(tmp_path: Path) -> None:
    keyring(tmp_path).set_password(Secret("before the party"))
    ended = CliRunner().invoke(main, [*COMMAND, str(tmp_path / "sim.journal")], input="short\n" * 2)
    assert ended.exit_code == 1
    assert "saw a password of 5 characters, expected 8 or more" in ended.output
    assert keyring(tmp_path).check_password(Secret("before the party"))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away: run the tests as root")
def test_what_root_writes_belongs_to_the_one_who_has_the_folder() -> None:
    with tempfile.TemporaryDirectory(prefix="somebody-") as folder:  # pytest's own lets nobody but root through
        os.chown(folder, 4711, 4712)
        ended = CliRunner().invoke(main, [*COMMAND, f"{folder}/sim.journal"], input="a long evening\n" * 2)
        assert ended.exit_code == 0, ended.output
        found = Path(folder, "sim.keys.json").stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (4711, 4712, 0o600)
