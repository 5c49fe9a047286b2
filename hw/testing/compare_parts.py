"""Compare a recording's other parts with their twins: PN532, arrow, knob and the links to castle boards.

What depends on the field, on time or on analogue values is left out: which cards answer, how wide the arrow's mark is,
how long contacts bounce.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from firmware.castle_node.link import Deframer, HostLineDeframer
from firmware.castle_node.settings import NAMES
from hw.bus.mock_pins import TwinPinFactory
from hw.bus.recorder import Event, Recording
from hw.castle_link import messages
from hw.pn532 import commands
from hw.pn532.commands import Command
from hw.pn532.driver import NO_FRAME, parse_answer, parse_targets
from hw.pn532.twin import Pn532Twin
from hw.stepper.half_step import HALF_STEPS_PER_TURN
from hw.stepper.twin import RotorTwin
from hw.testing.compare import Difference, check_wiring
from hw.testing.wiring import TableWiring
from hw.values import Uid

SECTIONS: Final = {
    Command.GET_FIRMWARE_VERSION: "7.2.2",
    Command.SET_PARAMETERS: "7.2.9",
    Command.SAM_CONFIGURATION: "7.2.10",
    Command.RF_CONFIGURATION: "7.3.1",
    Command.IN_LIST_PASSIVE_TARGET: "7.3.5",
}
"""Of the PN532's user manual."""

FIXED: Final = SECTIONS.keys() - {Command.IN_LIST_PASSIVE_TARGET}
"""Commands whose answers do not depend on a card."""

LOOK: Final = bytes((commands.REVERSED[commands.SpiOperation.READ_STATUS], 0))

ACKNOWLEDGED_WITHIN_S: Final = 15e-3
ANSWERED_WITHIN_S: Final = 0.1
"""An answer that does not depend on a card takes a millisecond."""

TWIN_WAITS_MS: Final = 200
COILS: Final = (1, 2, 3, 4)
"""Pins of the twin; a recording may name any."""

EDGE_HALF_STEPS: Final = 12
"""The arrow's mark comes again at the same half-step in a motion, to a degree, as each is looked at."""

WRONG_LOOK_HALF_STEPS: Final = 6
LOST_AFTER_TURNS: Final = 1.2
TOGETHER_S: Final = 0.5e-3
"""Contacts of a knob turned at ten turns a second change a millisecond apart."""

LONE_EDGES: Final = 8
RESTS_AFTER_S: Final = 0.5
LINE_WITHIN_S: Final = 2.0
"""A host gives a board up after this (PROTOCOL.md)."""


class Part(Struct, frozen=True):
    """What a comparison says of a part: where it is, what fits best, and what its twin does otherwise."""

    lane: str
    summary: str
    differences: Sequence[Difference]


class _Found:
    """The first of each kind of difference, and how many there were."""

    def __init__(self, lane: str) -> None:
        self._lane = lane
        self._kinds: dict[str, Difference] = {}

    def add(self, at_s: float, kind: str, details: str = "") -> None:
        before = self._kinds.get(kind)
        self._kinds[kind] = (
            Difference(self._lane, at_s, None, 0, 0, 0, note=kind + details)
            if before is None
            else replace(before, count=before.count + 1)
        )

    @property
    def differences(self) -> Sequence[Difference]:
        return sorted(self._kinds.values(), key=lambda each: each.at_s)


def compare_parts(recording: Recording) -> Iterator[Part]:
    """Yield what is said of each part but the MFRC522 chips; raise RecordingError if the wiring is wrong."""
    wiring = check_wiring(recording)
    for name, (bus, select) in wiring.readers.items():
        lanes = {f"spi{bus}.{select}", f"GPIO{wiring.reset_pins.get(name)}"}
        events = [each for each in recording.events if each.lane in lanes]
        if wiring.reader_chips.get(name) == "pn532" and events:
            yield _Pn532(f"spi{bus}.{select}").judge(events)
    yield from _compare_arrow(wiring, recording.events)
    yield from _compare_knob(wiring, recording.events)
    lanes = {each.lane for each in recording.events if each.lane.startswith("serial ")}
    for lane in sorted(lanes):
        yield from _Link(lane).judge([each for each in recording.events if each.lane == lane])


# PN532


class _Pn532:
    """Plays a PN532's messages to its twin; what it says of cards is not compared."""

    def __init__(self, lane: str) -> None:
        self._found = _Found(lane)
        self._lane = lane
        self._now_s = 0.0
        self._twin = Pn532Twin(lambda: self._now_s)
        self._code: Command | None = None
        self._sent_s = inf
        self._is_acknowledged = self._is_answered = False
        self._halted: set[Uid] = set()
        self._lists_again = False

    def judge(self, events: Sequence[Event]) -> Part:
        for event in events:
            self._now_s = max(self._now_s, event.at_s)
            if event.lane.startswith("GPIO"):
                self._twin.reset_pin.follow_level(event.data[0])
                self._code = None
                continue
            operation, seen = commands.REVERSED[event.data[0]], (event.answer or b"").translate(commands.REVERSED)
            if operation == commands.SpiOperation.WRITE:
                self._write(event)
            elif operation == commands.SpiOperation.READ_STATUS and self._code is not None and not seen[-1] & 1:
                self._look(event, self._code)
            elif operation == commands.SpiOperation.READ and self._code is not None:
                self._read(event, self._code, seen[1:])
        habit = "which lists halted cards again" if self._lists_again else "which leaves halted cards alone"
        return Part(self._lane, f"{len(events)} messages; a PN532 {habit}.", self._found.differences)

    def _write(self, event: Event) -> None:
        frame = event.data[1:].translate(commands.REVERSED)
        if frame not in {commands.ACK, commands.NACK}:
            self._code = Command(frame[6]) if len(frame) > 7 and frame[6] in set(Command) else None
            self._sent_s, self._is_acknowledged, self._is_answered = event.at_s, False, False
            if frame[6:8] == bytes((Command.RF_CONFIGURATION, commands.RF_FIELD)):
                self._halted.clear()
        self._twin.transfer(event.data)

    def _look(self, event: Event, code: Command) -> None:
        """Note a status that shows no frame for too long."""
        waited_s = event.at_s - self._sent_s
        if not self._is_acknowledged and waited_s > ACKNOWLEDGED_WITHIN_S:
            self._found.add(event.at_s, f"no acknowledge within 15 ms (UM0701-02, 6.2.2.1) of {code.name}")
            self._code = None
        elif self._is_acknowledged and not self._is_answered and code in FIXED and waited_s > ANSWERED_WITHIN_S:
            self._found.add(event.at_s, f"no answer to {code.name} ({SECTIONS[code]}) within 0.1 s")
            self._code = None

    def _read(self, event: Event, code: Command, seen: bytes) -> None:
        if not self._is_acknowledged:
            self._is_acknowledged = True
            self._expected(event)
            if seen[: len(commands.ACK)] != commands.ACK:
                kind = f"the acknowledge (UM0701-02, 6.2.1.3) of {code.name}: the part sent "
                self._found.add(event.at_s, kind, seen[:6].hex(" "))
            return
        came = parse_answer(code, seen)
        if came == NO_FRAME:
            return
        self._is_answered = True
        if isinstance(came, str):
            self._found.add(event.at_s, f"the frame (UM0701-02, 6.2.1.1) of the answer to {code.name}: saw {came}")
        elif code is Command.IN_LIST_PASSIVE_TARGET:
            uids = parse_targets(came)
            if uids is None:
                self._found.add(event.at_s, f"{code.name} ({SECTIONS[code]}): the part listed cards as ", came.hex(" "))
            self._lists_again |= not self._halted.isdisjoint(uids or ())
            self._halted.update(uids[:1] if uids else ())
        elif (
            code in FIXED and isinstance(wanted := parse_answer(code, self._expected(event)), bytes) and came != wanted
        ):
            answers = f"the part answered {came.hex(' ') or 'nothing'}, its twin {wanted.hex(' ') or 'nothing'}"
            self._found.add(event.at_s, f"{code.name} ({SECTIONS[code]}): {answers}")

    def _expected(self, event: Event) -> bytes:
        """Return what the twin answers as soon as it can."""
        for _ in range(TWIN_WAITS_MS):
            if commands.REVERSED[self._twin.transfer(LOOK)[1]] & 1:
                break
            self._now_s += 1e-3
        return self._twin.transfer(event.data).translate(commands.REVERSED)[1:]


# The arrow


def _compare_arrow(wiring: TableWiring, events: Sequence[Event]) -> Iterator[Part]:
    """Turn a twin's motor as the coils were switched; the mark must come where the twin says."""
    if wiring.coil_pins is None or wiring.home_pin is None:
        return
    now_s, pins = 0.0, TwinPinFactory()
    rotor = RotorTwin(pins, COILS, None, lambda: now_s)
    coils = {f"GPIO{pin}": pins.pin(coil) for pin, coil in zip(wiring.coil_pins, COILS, strict=True)}
    lane = f"GPIO{wiring.home_pin}"
    for coil in coils.values():
        coil.function = "output"
    found, edges, at = _Found(lane), list[tuple[float, int, bool, int]](), rotor.position_half_steps
    began = last_edge = at
    direction, level = 0, None
    for event in events:
        now_s = max(now_s, event.at_s)
        if event.lane in coils:
            coils[event.lane].state = float(event.data[0])
            before, at = at, rotor.position_half_steps
            direction = (at > before) - (at < before) or direction
            if abs(at - last_edge) > LOST_AFTER_TURNS * HALF_STEPS_PER_TURN:
                found.add(now_s, "the mark does not come once a turn, as its twin's does (28BYJ-48, 63.68395 : 1)")
                last_edge = at
        elif event.lane == lane and level != event.data[0]:
            edges += [(now_s, at, bool(event.data[0]), direction)] if level is not None else []
            last_edge, level = at, event.data[0]
    pins.close()
    for at_s, place in _remove_wrong_looks(edges):
        if all(abs(place - edge[1]) > EDGE_HALF_STEPS for edge in edges):
            found.add(at_s, "the sensor showed another level for less than half a degree, away from its mark")
    _compare_marks(edges, found)
    if at != began or edges:
        yield Part(lane, f"{abs(at - began)} half-steps, {len(edges)} edges of the arrow's mark.", found.differences)


def _remove_wrong_looks(edges: list[tuple[float, int, bool, int]]) -> list[tuple[float, int]]:
    """Remove pairs of edges that are too near each other; return their times and places."""
    removed = []
    at = 0
    while at + 1 < len(edges):
        if abs(edges[at][1] - edges[at + 1][1]) < WRONG_LOOK_HALF_STEPS:
            removed.append(edges[at][:2])
            del edges[at : at + 2]
            at = max(0, at - 1)
        else:
            at += 1
    return removed


def _compare_marks(edges: Sequence[tuple[float, int, bool, int]], found: _Found) -> None:
    last: dict[tuple[bool, int], int] = {}
    for (_, _, _, was_turning), (at_s, place, level, direction) in pairwise(((0.0, 0, False, 0), *edges)):
        if was_turning != direction:
            last.clear()  # the gears' play comes between
        way = abs(place - last.get((level, direction), place))
        turns = round(way / HALF_STEPS_PER_TURN)
        if abs(way - turns * HALF_STEPS_PER_TURN) > EDGE_HALF_STEPS * max(1, turns):
            found.add(
                at_s,
                "half-steps a turn (28BYJ-48, 63.68395 : 1): the mark came again after ",
                f"{way}, its twin's after {float(HALF_STEPS_PER_TURN):.1f}",
            )
        last[level, direction] = place


# The knob


def _compare_knob(wiring: TableWiring, events: Sequence[Event]) -> Iterator[Part]:
    """Follow contacts A and B: one changes at a time, and they rest at a click."""
    if wiring.knob_pins is None:
        return
    a, b = (f"GPIO{pin}" for pin in wiring.knob_pins)
    edges = [each for each in events if each.lane in {a, b}]
    found, levels = _Found(f"{a}, {b}"), {a: 1, b: 1}
    for number, event in enumerate(edges):
        after_s = edges[number + 1].at_s if number + 1 < len(edges) else inf
        levels[event.lane] = event.data[0]
        together = number and edges[number - 1].lane != event.lane and event.at_s - edges[number - 1].at_s < TOGETHER_S
        if together and edges[number - 1].data == event.data:
            found.add(event.at_s, "A and B changed at once; an encoder's contacts change in turn (EC11)")
        if after_s - event.at_s > RESTS_AFTER_S and levels[a] != levels[b]:
            found.add(
                event.at_s, "A and B rest apart; both are open or both closed at a click (EC11, one contact open?)"
            )
        elif RESTS_AFTER_S < after_s - event.at_s < inf and not levels[a] and wiring.knob_clicks_a_cycle == 1:
            found.add(event.at_s, "A and B rest closed; with as many clicks as pulses both are open (EC11)")
    if len(edges) >= LONE_EDGES and len({each.lane for each in edges}) == 1:
        found.add(edges[0].at_s, f"only {edges[0].lane} changes; an encoder's contacts change in turn (EC11)")
    if edges:
        yield Part(f"{a}, {b}", f"{len(edges)} edges of the knob.", found.differences)


# Castle boards

REPLIES: Final = {
    "hello": ("hello",),
    "beat": ("beat",),
    "ask": ("state", "counts", *("is" for _ in NAMES)),
    "check": ("checked",),
    "piece": ("piece",),
}
"""Lines of a board that answer one of the host."""


class _Link:
    """Checks that a board's lines are those of PROTOCOL.md, and that it answers the host's."""

    def __init__(self, lane: str) -> None:
        self._found = _Found(lane)
        self._lane = lane
        self._to_board, self._to_host = HostLineDeframer(), Deframer()
        self._due: list[tuple[str, float]] = []
        self._host_times: set[int] = set()
        self._board = self._boot = ""
        self._last = self._board_ms = 0

    def judge(self, events: Sequence[Event]) -> Iterator[Part]:
        """Yield nothing if there is no castle board at this port."""
        lines = 0
        for event in events:
            for words in self._to_board.feed(event.data):
                self._note_sent(words, event.at_s)
            lost, damaged = self._to_host.lost, self._to_host.damaged
            received = self._to_host.feed(event.answer or b"")
            if self._board and self._to_host.damaged > damaged:
                self._found.add(event.at_s, "a damaged line from the board (PROTOCOL.md, a line)")
            elif self._board and self._to_host.lost > lost:
                self._found.add(event.at_s, "a line from the board is missing by its sequence number (PROTOCOL.md)")
            for words in received:
                lines += 1
                self._check(words, event.at_s)
            for word, at_s in [each for each in self._due if event.at_s - each[1] > LINE_WITHIN_S]:
                self._due.remove((word, at_s))
                if self._board:
                    self._found.add(at_s, f"no `{word}` within two seconds (PROTOCOL.md, from the board)")
        if self._board:
            yield Part(self._lane, f"{lines} lines of the castle board {self._board}.", self._found.differences)

    def _note_sent(self, words: Sequence[str], at_s: float) -> None:
        if words[0] in {"update", "reboot"}:
            self._board, self._due = "", []
        elif words[0] == "hello" or self._board:
            self._due += [(word, at_s) for word in REPLIES.get(words[0], ())]
            if words[0] == "beat":
                self._host_times.add(int(words[1]))

    def _check(self, words: list[str], at_s: float) -> None:
        for due in [each for each in self._due if each[0] == words[0]][:1]:
            self._due.remove(due)
        match line := messages.parse_line(words):
            case None if self._board:
                self._found.add(at_s, f"a line `{words[0]}` that PROTOCOL.md does not have: ", " ".join(words)[:60])
            case messages.Hello(board=board, boot=boot, acked=acked):
                if boot != self._boot:
                    self._due, self._last, self._board_ms = [], acked, 0
                self._board, self._boot = board, boot
            case messages.BeatAnswer(t=t, host_t=host_t):
                if self._host_times and host_t not in self._host_times:
                    self._found.add(at_s, "`beat` with another `host_t` than the host's (PROTOCOL.md, fields)")
                if t < self._board_ms:
                    self._found.add(at_s, "the board's time went back within a boot (PROTOCOL.md, fields)")
                self._board_ms = max(t, self._board_ms)
            case _ if self._boot and isinstance(line, messages.NumberedEvent):
                if line.n > self._last + 1:
                    self._found.add(at_s, "an event's number that does not follow the last one's (PROTOCOL.md, events)")
                self._last = max(line.n, self._last)
