"""`royaltable sim`; shutting down by the knob can switch off the whole Pi."""

from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from controller import config
from controller.cli import serve
from controller.store.table_files import TableFiles
from controller.store.tags import TagMap
from tests.support import castle_rigs, commands, real_table


def broken_devices(table: real_table.RealTable) -> set[str]:
    return {device["name"] for device in table.view()["devices"] if not device["ok"]}


def test_boards_with_real_firmware_are_found_and_a_broken_reader_named(tmp_path: Path) -> None:
    castle_rigs.needs("MicroPython")
    serves = ["sim", "--port", "0", "--journal", str(tmp_path / "sim.journal"), "--nodes", "micropython", "--tray"]
    serves += ["--fault", "reader_deaf=blue"]
    boards = {f"{name} board" for name in ("blue", "yellow", "purple", "grey", "tray")}
    with real_table.running(tmp_path, serves=serves, log_stays_empty=False) as table:
        table.until(lambda: boards <= {device["name"] for device in table.view()["devices"]}, "five boards")
        table.until(lambda: broken_devices(table) == {"blue"}, "all but blue's gate work")


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("gremlins", "saw the fault 'gremlins', expected one of reader_deaf"),
        ("reader_deaf=blue@soon", "saw the time 'soon', expected whole seconds"),
        ("node_unplug=blue", "For castle boards, add --nodes"),
    ],
)
def test_an_invalid_fault_is_refused_with_what_is_expected(tmp_path: Path, fault: str, error: str) -> None:
    result = commands.royaltable("sim", "--fault", fault, "--port", "0", "--journal", tmp_path / "j")
    assert result.exit_code == 1
    assert error in result.output


@pytest.fixture
def systemctl(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only program on the path, to be written by the test."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin/systemctl"
    program.touch(0o755)
    return program


@pytest.mark.parametrize("powers_off", [True, False])
def test_a_shutdown_that_powers_off_runs_the_machines_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, systemctl: Path, *, powers_off: bool
) -> None:
    async def ended(*_arguments: object, **_options: object) -> bool:
        return powers_off

    asked = tmp_path / "asked"
    systemctl.write_text(f"#!/bin/sh\necho $* > {asked}\n")
    monkeypatch.setattr("controller.service.daemon.serve_until_stop_or_poweroff", ended)
    serve.run_daemon(config.simulator(), Mock(), TagMap({}), TableFiles(tmp_path / "table.journal"))
    assert asked.exists() is powers_off
    assert not powers_off or asked.read_text() == "poweroff\n"


@pytest.mark.parametrize("program", ["", "#!/bin/sh\necho not allowed >&2; exit 1\n"])
def test_a_failed_power_off_is_reported_with_a_cure(systemctl: Path, program: str) -> None:
    if program:
        systemctl.write_text(program)
    else:
        systemctl.unlink()
    with pytest.raises(click.ClickException, match="set poweroff = false in \\[console\\]"):
        serve.power_off()
