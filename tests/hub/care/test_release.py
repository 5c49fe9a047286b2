"""`royaltable hub release` and `royaltable hub rollout`: a version is begun, shown, stopped and taken back."""

from pathlib import Path

from click.testing import CliRunner

from controller.cli.room.hub import hub
from hub.care.care_loop import rollout_in
from hub.care.desires import Rollout
from tests.hub.care.test_packages import deb, pytestmark  # noqa: F401  # needs the same programs


def typed(folder: Path, *words: str) -> str:
    return CliRunner().invoke(hub, ["--folder", str(folder), *words]).output


def test_a_version_goes_out_is_stopped_and_the_one_from_before_is_offered_and_taken(tmp_path: Path) -> None:
    folder = tmp_path / "hub"
    folder.mkdir()
    (folder / "hub.toml").touch()
    assert "No update goes through this room." in typed(folder, "rollout")
    said = typed(folder, "release", "--only-keep", str(deb(tmp_path, "0.1.0")))
    assert "royaltable 0.1.0 for all can be had." in said
    assert "sudo royaltable update trust HUB --fingerprint '" in said
    assert rollout_in(folder) is None
    said = typed(folder, "release", "--first", "rt-a", str(deb(tmp_path, "0.2.0")))
    assert "0.2.0 goes to one table now." in said
    assert rollout_in(folder) == Rollout("0.2.0", "0.1.0", "rt-a")
    assert typed(folder, "rollout") == "0.2.0: ring 1 of 3, one table\n"
    assert "Back to 0.1.0: royaltable hub rollout --back" in typed(folder, "rollout", "--stop")
    assert typed(folder, "rollout", "--back") == f"The hub in {folder}:\n0.1.0: ring 1 of 3, one table\n"
    assert rollout_in(folder) == Rollout("0.1.0", None, "rt-a")
    assert "expected a table's id" in typed(folder, "release", "--first", "a/b", str(deb(tmp_path, "0.3.0")))
