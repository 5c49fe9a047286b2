"""`royaltable sim` and `faults`."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from controller.__main__ import main
from controller.texts.speaking import LANGUAGES, keys
from hw.testing.faults import FAULTS
from tests.cli.games import royaltable
from tests.firmware.rigs import needs
from tests.web.real_table import RealTable, running


def lost(table: RealTable) -> set[str]:
    return {device["name"] for device in table.view()["devices"] if not device["ok"]}


def test_a_reader_that_is_broken_from_the_start_is_named_and_the_others_work(tmp_path: Path) -> None:
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal"), "--fault", "reader_deaf=blue"]
    with running(tmp_path, serves=serves, log_stays_empty=False) as table:
        table.until(lambda: lost(table) == {"blue"}, "blue's gate is out, and nothing else")


def test_castle_boards_and_a_tray_with_the_real_firmware_are_found(tmp_path: Path) -> None:
    needs("MicroPython")
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal"), "--nodes", "micropython", "--tray"]
    boards = {f"{name} board" for name in ("blue", "yellow", "purple", "grey", "tray")}
    with running(tmp_path, serves=serves, log_stays_empty=False) as table:
        table.until(lambda: boards <= {device["name"] for device in table.view()["devices"]}, "five boards")
        table.until(lambda: lost(table) == set(), "all of them work")


PAGE = Path(__file__).parents[2] / "docs" / "faults.md"


def test_the_page_of_faults_is_what_the_command_prints() -> None:
    printed = royaltable("faults", "--markdown")
    assert printed.exit_code == 0
    assert printed.output == PAGE.read_text(encoding="utf-8"), "make it anew: royaltable faults --markdown"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_its_sentences_and_no_sentence_is_left_over(language: str) -> None:
    said = {key for key in keys(language) if key.startswith("fault-")}
    assert said == {f"fault-{name}{end}" for name in FAULTS for end in ("", "-what", "-does")}


def test_the_list_for_a_terminal_has_each_name_at_the_start_of_a_line() -> None:
    lines = royaltable("faults", "--language", "de").output.splitlines()
    assert [line.split(":")[0] for line in lines if line[:1] != " "] == list(FAULTS)
    assert max(len(line) for line in lines) <= 100


def test_a_fault_that_is_not_known_ends_the_start_with_those_that_are(tmp_path: Path) -> None:
    done = royaltable("sim", "--fault", "gremlins", "--port", "0", "--journal", str(tmp_path / "j"))
    assert done.exit_code == 1
    assert "saw the fault 'gremlins', expected one of reader_deaf" in done.output


def test_a_time_that_is_none_is_named(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["sim", "--fault", "reader_deaf=blue@soon", "--port", "0", "--journal", str(tmp_path / "j")]
    )
    assert done.exit_code == 1
    assert "saw the time 'soon', expected whole seconds" in done.output


def test_a_fault_of_a_board_at_a_table_without_boards_says_how_to_get_them(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["sim", "--fault", "node_unplug=blue", "--port", "0", "--journal", str(tmp_path / "j")]
    )
    assert done.exit_code == 1
    assert "Castle boards of their own come with --nodes" in done.output
