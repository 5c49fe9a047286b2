"""`royaltable sim`; shutting down by the knob can switch off the whole Pi."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import click
import pytest

from controller import config
from controller.cli import serve
from controller.cli.sim import with_short_gear
from controller.devices.arrow import Arrow
from controller.devices.part_or_twin import make_twin_table
from controller.service.daemon import AfterStop
from controller.store.table_files import TableFiles
from controller.store.tags import TagMap
from hw.clock import LoopClock
from hw.testing.clock import run_virtual
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


def test_people_wait_about_four_seconds_for_the_arrow() -> None:
    settings = with_short_gear(config.simulator())

    async def seconds_of_spins() -> list[float]:
        clock = LoopClock()
        machine = make_twin_table(settings, clock)
        assert machine.rotor is not None
        arrow, waited = Arrow(settings.spinner, machine, clock), []
        await arrow.home()
        for angle_deg in (90, 80, 200, 199):
            began_s = clock.now_s()
            await arrow.turn_to(angle_deg)
            waited.append(clock.now_s() - began_s)
            assert machine.rotor.angle_deg == pytest.approx(angle_deg, abs=0.5)
        arrow.close()
        return waited

    waited = run_virtual(seconds_of_spins())
    assert 3 < min(waited) < max(waited) < 6


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
    async def ended(*_arguments: object, **_options: object) -> AfterStop:
        return AfterStop.POWER_OFF if powers_off else AfterStop.NOTHING

    asked = tmp_path / "asked"
    systemctl.write_text(f"#!/bin/sh\necho $* > {asked}\n")
    monkeypatch.setattr("controller.service.daemon.serve_until_stop", ended)
    serve.run_daemon(config.simulator(), Mock(), TagMap({}), TableFiles(tmp_path / "table.journal"))
    assert asked.exists() is powers_off
    assert not powers_off or asked.read_text() == "poweroff\n"


def test_a_table_that_starts_again_is_not_ended_by_an_alarm_from_before() -> None:
    """The guard of games lets an alarm run on, and the default of SIGALRM ends a program."""
    script = """
import os, signal, time
from controller.cli import serve
if os.environ.setdefault("STARTS", "first") == "first":
    os.environ["STARTS"] = "second"
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    serve.start_again(None)
time.sleep(0.6)
print("plays")
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "plays\n"), ran.stderr


@pytest.mark.parametrize("program", ["", "#!/bin/sh\necho not allowed >&2; exit 1\n"])
def test_a_failed_power_off_is_reported_with_a_cure(systemctl: Path, program: str) -> None:
    if program:
        systemctl.write_text(program)
    else:
        systemctl.unlink()
    with pytest.raises(click.ClickException, match="set poweroff = false in \\[console\\]"):
        serve.power_off()
