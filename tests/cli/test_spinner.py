"""`spin` and `calibrate spinner` at a simulated table, in virtual time."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from controller.cli.parts import arrow
from controller.cli.parts.arrow import calibrate, spin
from controller.config import ConfigError, parse
from hw.stepper.twin import RotorTwin
from hw.testing.clock import run_virtual


@pytest.fixture(autouse=True)
def virtual_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "run", run_virtual)


def calibrated(*answers: str) -> Result:
    return CliRunner().invoke(calibrate, ["spinner", "--sim"], input="\n".join(answers) + "\n")


def test_spins_are_shown_each_inside_its_sector() -> None:
    """Four sectors of 90 degrees, 2 to 5 (TR-1.1)."""
    result = CliRunner().invoke(spin, ["--sim", "--times", "5", "--seed", "3"])
    assert result.exit_code == 0, result.output
    shown = re.findall(r"^(\d) at ([\d.]+) degrees$", result.output, re.MULTILINE)
    assert len(shown) == 5
    assert all((int(number) - 2) * 90 < float(angle) < (int(number) - 1) * 90 for number, angle in shown)
    assert "5 of 5 spins" in result.output


def test_a_held_arrow_ends_it_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    made = RotorTwin.__init__

    def held(self: RotorTwin, *arguments: object, **options: object) -> None:
        made(self, *arguments, **options)  # type: ignore[arg-type]
        self.stalled = True

    monkeypatch.setattr(RotorTwin, "__init__", held)
    result = CliRunner().invoke(spin, ["--sim"])
    assert result.exit_code == 1
    assert "Check the Hall sensor" in result.output


def test_a_table_without_an_arrow_is_told_what_is_missing(tmp_path: Path) -> None:
    castles = '[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "yellow"\nspi = [0, 1]\n'
    (tmp_path / "table.toml").write_text(castles)
    result = CliRunner().invoke(spin, ["--config", str(tmp_path / "table.toml")])
    assert result.exit_code == 1
    assert "no [spinner]" in result.output


def test_the_mark_s_place_is_asked_checked_and_said_as_it_is_written() -> None:
    result = calibrated("12.5", "y")
    assert result.exit_code == 0, result.output
    assert result.output.endswith("[spinner]\nmark_deg = 12.5\n")


def test_an_arrow_that_misses_the_line_is_not_calibrated() -> None:
    result = calibrated("12.5", "n")
    assert result.exit_code == 1
    assert "run this again" in result.output
    assert "mark_deg" not in result.output


def test_an_angle_outside_the_circle_is_asked_again() -> None:
    assert "mark_deg = 1" in calibrated("360", "1", "y").output


def test_the_config_takes_the_place_of_the_mark() -> None:
    castles = '[[castle]]\ncolor = "blue"\nspi = [0, 0]\n[[castle]]\ncolor = "yellow"\nspi = [0, 1]\n'
    wiring = "[spinner]\ncoil_pins = [17, 27, 22, 23]\nhome_pin = 26\nmark_deg = "
    spinner = parse(castles + wiring + "12.5").spinner
    assert spinner is not None
    assert spinner.mark_deg == 12.5
    with pytest.raises(ConfigError, match="mark_deg"):
        parse(castles + wiring + "360")
