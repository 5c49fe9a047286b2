"""docs/evidence.md is what the recordings in the repository show of real parts."""

from functools import partial

import pytest
from msgspec.structs import replace

from hw.bus.recorder import Event, Header, Recording
from hw.mfrc522.flavours import GENUINE_2
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.deviations import DEVIATIONS, Use, record_chip, record_part, use_arrow, use_board, use_knob
from tools.evidence import PAGE, PLAN, current_page, format_page

HEADER = Header(
    "royaltable recording 1", {"readers": {"blue": [0, 0]}, "oled": [1, 60], "home_pin": 26, "coil_pins": [1, 2, 3, 4]}
)


def counted(recording: Recording) -> dict[str, str]:
    rows = [line for line in format_page(PLAN.read_text(encoding="utf-8"), [recording]).splitlines() if line[:1] == "|"]
    return {row.split(" | ")[0].strip("| "): row.rpartition(" | ")[2].strip("| ") for row in rows[2:]}


def test_the_page_is_as_the_recordings_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == current_page()


@pytest.mark.parametrize("simulated", [False, True])
def test_only_real_parts_are_evidence(*, simulated: bool) -> None:
    events = [
        *record_chip(lambda now_s: Mfrc522Twin(now_s, GENUINE_2)),
        Event(9.0, "i2c1", b"\0\xae", b"", 60, 100_000),
        Event(9.1, "GPIO26", b"\0"),
        Event(9.2, "GPIO26", b"\1"),
    ]
    rows = counted(Recording(replace(HEADER, simulated=simulated), events))
    shown = ("the display acknowledges (1)", "the mark comes and goes (1)", "the chip is of a known kind (1)")
    assert (rows["3"], rows["5"], rows["8"]) == (("", "", "") if simulated else shown)
    assert rows["4"] == ""


@pytest.mark.parametrize(
    ("use", "step", "shown"),
    [
        (use_knob, "2", "A and B change in turn (1)"),
        (use_arrow, "6", "the mark comes after 4075.8 half-steps (1)"),
        (partial(use_arrow, half_steps_a_turn=4096.0), "6", ""),
        (use_board, "15", "a castle board's lines are right (1)"),
    ],
)
def test_a_part_that_answers_as_its_twin_is_evidence(use: Use, step: str, shown: str) -> None:
    recording = record_part(use)
    assert counted(replace(recording, header=replace(recording.header, simulated=False)))[step] == shown


def test_a_chip_that_answers_otherwise_is_no_evidence() -> None:
    assert counted(Recording(HEADER, record_chip(DEVIATIONS["no WrErr"][1])))["8"] == ""
