"""docs/evidence.md is what the recordings in the repository show of real parts."""

import pytest
from msgspec.structs import replace

from hw.bus.recorder import Event, Header, Recording
from hw.mfrc522.flavours import GENUINE_2
from hw.mfrc522.twin import Mfrc522Twin
from hw.testing.deviations import DEVIATIONS, record_chip
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


def test_a_chip_that_answers_otherwise_is_no_evidence() -> None:
    assert counted(Recording(HEADER, record_chip(DEVIATIONS["no WrErr"][1])))["8"] == ""
