"""Write docs/evidence.md: what recordings of real parts show of each assumption of docs/first-power-on.md.

`python -m tools.evidence` reads the recordings in tests/recordings/ and leaves out those of twins.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from hw.bus.recorder import Recording, read_recording
from hw.testing.compare import check_wiring, find_unacknowledged, judge_chip, reader_messages
from hw.testing.compare_parts import compare_parts

ROOT: Final = Path(__file__).parents[1]
PLAN: Final = ROOT / "docs" / "first-power-on.md"
PAGE: Final = ROOT / "docs" / "evidence.md"
RECORDINGS: Final = ROOT / "tests" / "recordings"

IN_CASE_OF_REFUTATION: Final[Mapping[int, str]] = {
    1: "`controller/care/doctor/system.py`",
    2: "`hw/console/knob.py`",
    3: "`hw/oled/driver.py`; a twin in `hw/oled/twin.py`",
    4: "`hw/console/buzzer.py`, the transistor in [wiring.md](../wiring.md)",
    5: "`hw/stepper/half_step.py`, `hw/stepper/motion.py`",
    6: "`hw/stepper/motion.py`",
    7: "`hw/castle_link/flash.py`",
    8: "a flavour in `hw/mfrc522/flavours.py`",
    9: "a flavour; `firmware/castle_node/field.py`",
    10: "`hw/poll.py`, `firmware/castle_node/reader.py`",
    11: "`hw/mfrc522/field.py`, the gain",
    12: "the supply in [build.md](build.md)",
    13: "by what the report says",
    14: "`hw/bus/recorder.py`, `firmware/castle_node/recording.py`",
    15: "a flavour in `hw/mfrc522/flavours.py`, a twin in `hw/`, `firmware/castle_node/main.py`",
}

HEAD: Final = """# Evidence

Each assumption of [first-power-on.md](first-power-on.md), and what recordings of real parts in `tests/recordings/` show
of it, with their number. `python -m tools.evidence` writes this page; a test compares it. What no recording can show
stays open until a report says so.

| step | we assume | refuted if | then change | seen on real parts |
| ---: | --- | --- | --- | --- |
"""


def _is_display_answering(recording: Recording) -> bool:
    wired = check_wiring(recording).oled
    lane = None if wired is None else f"i2c{wired[0]}"
    return any(each.lane == lane for each in recording.events) and not find_unacknowledged(recording)


def _sees_mark(recording: Recording) -> bool:
    lane = f"GPIO{check_wiring(recording).home_pin}"
    return {each.data[0] for each in recording.events if each.lane == lane} == {0, 1}


def _knows_chips(recording: Recording) -> bool:
    verdicts = [judge_chip(lane, messages) for lane, messages in reader_messages(recording).items()]
    return bool(verdicts) and all(each.is_known and not each.differences for each in verdicts)


def _agrees(recording: Recording, what: str) -> bool:
    """Return whether a part whose summary has these words is there, and answers as its twin."""
    parts = [each for each in compare_parts(recording) if what in each.summary]
    return bool(parts) and not any(each.differences for each in parts)


SHOWN_BY: Final[Mapping[int, tuple[str, Callable[[Recording], bool]]]] = {
    2: ("A and B change in turn", lambda recording: _agrees(recording, "of the knob")),
    3: ("the display acknowledges", _is_display_answering),
    5: ("the mark comes and goes", _sees_mark),
    6: ("the mark comes after 4075.8 half-steps", lambda recording: _agrees(recording, "of the arrow's mark")),
    8: ("the chip is of a known kind", _knows_chips),
    15: ("a castle board's lines are right", lambda recording: _agrees(recording, "of the castle board")),
}
"""What a recording can show of a step, which is never all of it."""


def format_page(plan: str, recordings: Sequence[Recording]) -> str:
    """Return the page for a plan and recordings; those of twins do not count."""
    real = [each for each in recordings if not each.header.simulated]
    rows = []
    for step in plan.split("\n**")[1:]:
        number, _, rest = " ".join(step.partition("```")[0].split()).partition(".** ")
        assumed, _, refuted = rest.partition(" *Refuted if* ")
        if int(number) not in IN_CASE_OF_REFUTATION:
            continue
        what, shows = SHOWN_BY.get(int(number), ("", lambda _: False))
        seen = sum(map(shows, real))
        cells = (number, assumed, refuted, IN_CASE_OF_REFUTATION[int(number)], f"{what} ({seen})" if seen else "")
        rows.append("| " + " | ".join(re.sub(r" ?\n ?", " ", cell).replace("|", r"\|") for cell in cells) + " |")
    return HEAD + "\n".join(rows) + "\n"


def current_page() -> str:
    recordings = [read_recording(file) for file in sorted(RECORDINGS.glob("*.json.gz"))]
    return format_page(PLAN.read_text(encoding="utf-8"), recordings)


if __name__ == "__main__":
    PAGE.write_text(current_page(), encoding="utf-8")
