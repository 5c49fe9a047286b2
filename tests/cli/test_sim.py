"""`royaltable sim` as people start it: with castle boards and a tray on the real firmware, or with something broken."""

from pathlib import Path

from tests.firmware.rigs import needs
from tests.web.real_table import RealTable, running


def lost(table: RealTable) -> set[str]:
    """Names of the devices that do not work."""
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
