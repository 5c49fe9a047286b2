"""Each mistake in the wiring, on a simulated table that is wired otherwise than its table.toml says."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from controller import config
from controller.care.doctor.findings import PROBLEMS
from controller.cli.parts.setup import SimulatedOperator, run_setup
from controller.config import examples, parse_config
from controller.devices.part_or_twin import make_twin_table
from controller.store.setup_results import SetupResults
from controller.texts.translation import LANGUAGES, text_keys
from hw.clock import LoopClock
from hw.mfrc522.field import strength_above_metal
from hw.testing.clock import run_virtual
from hw.testing.faults import Faults
from hw.testing.mistakes import MISTAKES
from hw.testing.table import TwinTable
from hw.values import ReaderId
from tests.support.castle_boards import IN_PYTHON
from tests.support.commands import royaltable
from tests.support.soak import SOAK, sample

TABLE_A: Final = examples.read_example("a")
TABLE_B: Final = examples.read_example("b")
TABLE_WITH_RING: Final = TABLE_B.replace('color = "blue"', 'color = "blue"\nring_pixels = 8')
SIMULATOR: Final = examples.read_example("simulator")

MENDED: Final[dict[str, dict[str, dict[Any, Any]]]] = {
    "coils_reversed": {"spinner": {"coil_pins": [25, 24, 23, 22]}},
    "coils_2_and_3": {"spinner": {"coil_pins": [22, 24, 23, 25]}},
    "coils_3_and_4": {"spinner": {"coil_pins": [22, 23, 25, 24]}},
    "gear_64": {"spinner": {"half_steps_a_turn": 4096}},
    "gear_16": {"spinner": {"half_steps_a_turn": 1024}},
    "mark_elsewhere": {"spinner": {"mark_deg": 130}},
    "knob_a_and_b": {"console": {"knob_pins": [6, 5]}},
    "display_address": {"oled": {"address": 0x3D}},
    "display_other_chip": {"oled": {"chip": "ssd1306"}},
    "reader_selects": {"castle": {0: {"spi": [0, 1]}, 1: {"spi": [0, 0]}}},
    "reader_other_bus": {"castle": {0: {"spi": [1, 2]}}},
}
"""Values that the set-up writes into the table.toml of topology A."""


def device_of(mistake: str) -> str | None:
    """The device under test; None for a whole walk."""
    part = mistake.partition("_")[0]
    arrow = dict.fromkeys(("coils", "motor", "gear", "mark", "hall"), "spinner")
    others = {"knob": "console", "buzzer": "buzzer", "display": "oled", "supply": "supply"}
    return (arrow | others).get(part, "blue")


def walk(
    folder: Path,
    text: str,
    mistake: str | None,
    *,
    only: str | None = None,
    operator: SimulatedOperator | None = None,
    change: Callable[[TwinTable], object] = lambda table: None,
) -> tuple[list[str], SetupResults]:
    """Set a table up whose wiring has this mistake; give what does not work, and the results."""
    file = folder / "table.toml"
    file.write_text(text, encoding="utf-8")
    settings = parse_config(text)
    results = SetupResults(folder / "results")

    async def life() -> list[str]:
        clock = LoopClock()
        table = make_twin_table(settings, clock, IN_PYTHON)
        change(table)
        if mistake is not None:
            table.mistakes.switch(mistake, on=True)
        return await run_setup(
            settings, table, clock, results, only, 30.0, operator or SimulatedOperator(), str(file), file
        )

    return run_virtual(life()), results


def text_for(mistake: str) -> str:
    """The first shipped example in which a table can have the mistake."""

    async def possible(text: str) -> bool:
        table = make_twin_table(parse_config(text), LoopClock(), IN_PYTHON)
        found = mistake in table.mistakes.possible_faults
        table.close()
        return found

    return next(text for text in (TABLE_A, TABLE_B, TABLE_WITH_RING) if run_virtual(possible(text)))


def codes(output: str) -> list[str]:
    return re.findall(r"^\w+ +(RT-[A-Z0-9-]+)", output, re.MULTILINE)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_setup_names_the_mistake_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], mistake: str
) -> None:
    left, _ = walk(tmp_path, text_for(mistake), mistake, only=device_of(mistake))
    output = capsys.readouterr().out
    named = [code for code in codes(output) if code not in {"RT-READER-UNMEASURED", "RT-READER-NEAR"}]
    assert set(named) == {MISTAKES[mistake].code}, output
    assert (left == []) is (mistake in MENDED), output


@pytest.mark.parametrize(("metal_mm", "named"), [(2, {"RT-READER-WEAK"}), (5, set()), (20, set())])
def test_setup_names_metal_as_near_as_it_hurts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], metal_mm: float, named: set[str]
) -> None:
    def lay_metal(table: TwinTable) -> None:
        table.readers[ReaderId("blue")].field.strength = strength_above_metal(metal_mm)

    walk(tmp_path, TABLE_A, None, only="blue", change=lay_metal)
    assert set(codes(capsys.readouterr().out)) == named


@pytest.mark.parametrize(
    ("text", "beams", "wire"),
    [
        (TABLE_A, "beam_pins = [4, 14, 15, 16]", "first low beam"),
        (TABLE_B, "beams = true", "pin 10 of blue's Pico (GP 7)"),
    ],
    ids=["the Pi's pins", "a castle board"],
)
@pytest.mark.parametrize("fault", ["beam_dirty", "beams_dazzled", "finger_in_gate"])
def test_setup_names_light_beams_that_do_not_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, beams: str, wire: str, fault: str
) -> None:
    text = text.replace('color = "blue"', f'color = "blue"\n{beams}', 1)
    left, _ = walk(tmp_path, text, None, only="blue", change=lambda table: table.faults.switch(fault, "blue", on=True))
    output = capsys.readouterr().out
    assert (left, set(codes(output)) - {"RT-READER-NEAR"}) == (["blue"], {"RT-BEAMS"})
    assert wire in output


@pytest.mark.parametrize("mistake", MENDED)
def test_setup_writes_the_right_value_and_keeps_comments(tmp_path: Path, mistake: str) -> None:
    walk(tmp_path, TABLE_A, mistake, only=device_of(mistake))
    text = (tmp_path / "table.toml").read_text(encoding="utf-8")
    before, after = config.parse_config(TABLE_A), config.parse_config(text)
    for section, values in MENDED[mistake].items():
        for key, value in values.items():
            wanted = value.items() if isinstance(key, int) else [(key, value)]
            for name, right in wanted:
                changed = getattr(after, section)[key] if isinstance(key, int) else getattr(after, section)
                is_right = getattr(changed, name)
                assert (list(is_right) if isinstance(is_right, tuple) else is_right) == right
    assert after != before
    kept = [line for line in TABLE_A.splitlines() if line.startswith("#")]
    assert kept
    assert [line for line in text.splitlines() if line.startswith("#")] == kept


def test_a_refused_value_is_not_written(tmp_path: Path) -> None:
    class Refuses(SimulatedOperator):
        def sees(self, table: TwinTable, question: Any) -> bool:
            return question.step.name != "WRITE" and super().sees(table, question)

    left, results = walk(tmp_path, TABLE_A, "knob_a_and_b", only="console", operator=Refuses())
    assert left == ["console"]
    assert (tmp_path / "table.toml").read_text(encoding="utf-8") == TABLE_A
    assert results.result_by_device["console"].findings == ["RT-KNOB-REVERSED"]


def test_a_finding_names_both_ends_of_the_wire(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    walk(tmp_path, TABLE_A, "hall_open", only="spinner")
    assert "Check Hall sensor OUT to pin 37 of the Pi (GPIO 26)" in capsys.readouterr().out
    walk(tmp_path, TABLE_B, "reader_miso_and_mosi", only="blue")
    assert "reader MISO to pin 21 of blue's Pico (GP 16)" in capsys.readouterr().out
    walk(tmp_path, SIMULATOR, "reader_no_3v3", only="blue")
    assert "blue reader 3.3V to the output of the regulator that feeds the readers" in capsys.readouterr().out
    walk(tmp_path, SIMULATOR, "button_at_3v3", only="blue")
    assert "Check button yes one side to pin 19 of blue's Pico (GP 14)" in capsys.readouterr().out


def test_exchanged_readers_are_named_with_the_wires_of_both(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    walk(tmp_path, TABLE_A, "reader_selects", only="blue")
    output = capsys.readouterr().out
    assert "arrives as yellow's: their readers are exchanged" in output
    assert "blue reader SDA to pin 24 of the Pi (GPIO 8); yellow reader SDA to pin 26 of the Pi (GPIO 7)" in output


def test_the_setup_ends_with_what_it_has_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    walk(tmp_path, TABLE_A, "mark_elsewhere")
    assert capsys.readouterr().out.endswith("table.toml: mark_deg = 130 under [spinner].\n")


def test_a_cause_is_said_once_and_a_test_that_is_left_out_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    walk(tmp_path, TABLE_A, "reader_no_3v3")
    output = capsys.readouterr().out
    assert output.count("its red lamp is dark") == 1
    assert "blue: Does not work: RT-READER-SUPPLY.\n" in output
    assert "neighbours: Not tested, since a gate does not work.\n" in output


def test_without_a_working_knob_no_other_part_is_blamed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert walk(tmp_path, SIMULATOR, "knob_no_plus")[0] == ["console"]
    assert codes(capsys.readouterr().out) == ["RT-KNOB-PLUS"]


def make_noisy(chance: Random) -> Callable[[TwinTable], None]:
    def disturb(table: TwinTable) -> None:
        assert table.rotor is not None
        table.rotor.wrong_looks = 1 / 2000
        table.rotor.chatter = 2
        table.rotor.play = chance.choice((0.0, 20.0, 82.0))
        table.rotor.turn_by_hand(chance.randrange(4000))

    return disturb


@pytest.mark.parametrize("seed", range(1000 if SOAK else 3))
def test_right_wiring_with_noise_gives_no_finding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    text = (TABLE_A, SIMULATOR)[seed % 2]
    left, results = walk(tmp_path, text, None, change=make_noisy(Random(seed)))
    assert left == []
    assert codes(capsys.readouterr().out) == []
    assert {name for name, part in results.result_by_device.items() if part.findings} == set()
    assert (tmp_path / "table.toml").read_text(encoding="utf-8") == text


def test_no_finding_leaves_more_than_two_mistakes_to_choose_from() -> None:
    assert len(MISTAKES) >= 30
    by_code: dict[str, list[str]] = {}
    for name, mistake in MISTAKES.items():
        by_code.setdefault(mistake.code, []).append(name)
    assert {code: names for code, names in by_code.items() if len(names) > 2} == {}
    assert by_code.keys() <= PROBLEMS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mistake_has_texts_and_no_text_is_unused(language: str) -> None:
    texts = {key for key in text_keys(language) if key.startswith("mistake-")}
    assert texts == {f"mistake-{name}{end}" for name in MISTAKES for end in ("", "-what")}


@pytest.mark.parametrize("mistake", sample([*MISTAKES], 12))
def test_a_mistake_that_is_mended_leaves_the_table_as_it_was(tmp_path: Path, mistake: str) -> None:
    def wire_wrongly_and_mend(table: TwinTable) -> None:
        mistakes: Faults = table.mistakes
        mistakes.switch(mistake, on=True)
        mistakes.switch(mistake, on=False)

    only = device_of(mistake)
    assert walk(tmp_path, text_for(mistake), None, only=only, change=wire_wrongly_and_mend)[0] == []


def test_the_command_plays_a_mistake_and_says_what_it_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    played = royaltable("setup", "--sim", "--again", "--only", "console", "--mistake", "knob_b_open")
    assert "Check encoder B to pin 38 of the Pi (GPIO 20)." in played.output
    assert played.exit_code == 1
    unknown = royaltable("setup", "--sim", "--mistake", "knob_c_open")
    assert "--mistake saw the fault 'knob_c_open', expected one of coils_reversed" in unknown.output
    assert royaltable("setup", "--mistake", "knob_b_open").exit_code == 2


@pytest.mark.parametrize(
    ("mistake", "code"),
    [
        ("display_address", "RT-OLED-ADDRESS"),
        ("display_sda_and_scl", "RT-OLED-WIRES"),
        ("gear_64", "RT-ARROW-GEAR"),
        ("hall_at_ground", "RT-HALL-STUCK"),
        ("reader_other_bus=blue", "RT-READER-ELSEWHERE"),
    ],
)
def test_the_doctor_names_what_needs_no_person(mistake: str, code: str) -> None:
    assert code in royaltable("doctor", "--sim", "--fault", mistake).output
