"""Levels and currents of the circuits in wiring.md, by ngspice; the decks in kit/electrical cite their figures."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.support.soak import SOAK

PROJECT: Final = Path(__file__).parents[2]
RP2040_LOW_V, RP2040_HIGH_V = 0.8, 2.0
"""Data sheet, table 632, at 3.3 V."""


def measured(deck: str) -> dict[str, float]:
    """Return the deck's measurements by name, in volt, ampere and watt."""
    if SOAK and shutil.which("ngspice") is None:
        subprocess.run(["tools/apt_install", "ngspice"], cwd=PROJECT, check=False)
    if shutil.which("ngspice") is None:
        pytest.skip("needs ngspice. Cure: sudo apt install ngspice")
    command = ["ngspice", "-b", f"kit/electrical/{deck}.cir"]
    said = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    return {name: float(value) for name, value in re.findall(r"^(\w+) += +(\S+)", said, re.MULTILINE)}


def test_a_shared_miso_needs_a_schottky_diode_for_each_reader() -> None:
    miso = measured("miso")
    assert RP2040_LOW_V < miso["joined_v"] < RP2040_HIGH_V, "a clone makes it neither"
    assert miso["bat85_v"] > RP2040_HIGH_V + 0.3
    assert miso["silicon_v"] < RP2040_HIGH_V + 0.2, "a 1N4148 leaves no margin"
    assert miso["bat85_low_v"] < RP2040_LOW_V


def test_39_cm_over_the_console_board_leave_2_mhz_its_time() -> None:
    """A clock whose edge falls back counts twice; of half a period, 250 ns, a reader takes 25 (data sheet)."""
    spi = measured("spi")
    for wire in ("sck", "far"):
        assert spi[f"{wire}_rise_s"] < 5e-9, "one edge without a second crossing"
    assert spi["sck_high_v"] > 2.31
    assert spi["miso_s"] + 25e-9 + 2 * 2.1e-9 == pytest.approx(60e-9, abs=2e-9)
    assert spi["miso_far_s"] + 25e-9 + 2 * 5.2e-9 < 0.5 * 250e-9


def test_the_regulator_stays_above_what_a_reader_needs_and_warm() -> None:
    regulator = measured("regulator")
    assert regulator["reader_v"] > 3.2
    assert regulator["least_v"] > 3.2
    assert regulator["without_v"] < 2.8, "the capacitors beside a reader are needed"
    assert 0.5 < regulator["heat_w"] < 0.7


def test_a_magnetic_buzzer_needs_its_resistor_and_its_diode() -> None:
    buzzer = measured("buzzer")
    assert buzzer["pin_a"] < 0.016
    assert buzzer["coil_a"] < 0.1
    assert buzzer["collector_v"] < 6
    assert buzzer["no_diode_v"] > 45, "the transistor breaks down"
    assert buzzer["no_resistor_a"] > 0.25


def test_a_knobs_plus_belongs_to_3_3_volts() -> None:
    knob = measured("knob")
    assert knob["a_v"] < 0.1
    assert knob["b_v"] == pytest.approx(3.3)
    assert knob["open_b_v"] < 1.0, "B follows A: the knob is dead"
    assert knob["at_5_b_v"] > 3.6, "above what a pin bears"


def test_plug_in_supplies_bear_both_topologies_with_the_motor_at_the_pi() -> None:
    supply = measured("supply")
    assert supply["pi_a_v"] > 4.63 + 0.2, "below 4.63 V the Pi reports undervoltage"
    assert supply["pi_b_v"] > 4.63 + 0.2
    assert supply["motor_a_v"] > 4.75
    assert supply["hub_vsys_v"] > 1.8 + 1, "the least for a Pico (data sheet, 2.1)"


def test_the_distribution_board_feeds_castles_and_motor_and_blocks_exchanged_wires() -> None:
    supply = measured("supply")
    assert supply["dist_a"] == pytest.approx(4 * 0.185 + 0.24)
    assert supply["dist_vsys_v"] > 1.8 + 2
    assert supply["dist_motor_v"] > 4.5
    assert supply["exchanged_v"] == pytest.approx(0, abs=0.01)


def test_light_beams_pull_their_pins_low_and_cost_20_ma() -> None:
    beams = measured("beams")
    assert 0.015 < beams["leds_a"] < 0.0201
    assert beams["typical_v"] < RP2040_LOW_V
    assert beams["least_v"] < RP2040_LOW_V, "the weakest LED and phototransistor of the data sheets"
    assert beams["with_22k_v"] > RP2040_LOW_V, "47 kΩ are needed"
    assert beams["dim_a"] * 0.032 * 47_000 > 3.3 - RP2040_LOW_V, "LEDs of the highest voltage on a thin cable"


def test_a_supply_of_its_own_feeds_boards_if_the_red_wire_is_cut() -> None:
    supply = measured("supply")
    assert supply["own_a"] < 0.05
    assert supply["cut_vsys_v"] > 1.8
