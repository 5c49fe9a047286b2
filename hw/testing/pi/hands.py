"""What people do at the simulated Pi: by a method now, by its name later."""

import asyncio
import functools
import shlex
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any, Concatenate, Final, ParamSpec

from hw.bus.recorder import Event
from hw.console.twin import ButtonTwin
from hw.iso14443.picc import MifareClassic1K, Picc
from hw.ntag.twin import Ntag213, Ntag215, Ntag216
from hw.testing.pi.nasty import Nasty
from hw.testing.pi.nodes import PtyEnd
from hw.testing.pi.scheduler import Scheduler
from hw.testing.pi.trace import Trace
from hw.testing.table import TwinTable
from hw.values import ReaderId, Uid

CARDS: Final = {"ntag213": Ntag213, "ntag215": Ntag215, "ntag216": Ntag216, "classic": MifareClassic1K}

START_UP_S: Final = 150e-6
"""From the field until a card listens. pi-rc522 sends its request some 0.2 ms after the field came up, and its users
read cards; the standard's 5 ms would leave all of them unread."""

P = ParamSpec("P")
Act = Callable[[], Awaitable[None]]
HANDS: Final[dict[str, Callable[..., Act]]] = {}
"""What people can do, by name."""


def hand(prepare: "Callable[Concatenate[Hands, P], Act]") -> "Callable[Concatenate[Hands, P], None]":
    """Make a method that acts at once; ``at`` and scripts know it by its name."""
    HANDS[prepare.__name__] = prepare

    @functools.wraps(prepare)
    def act_now(pi: "Hands", /, *args: P.args, **named: P.kwargs) -> None:
        pi.perform(prepare(pi, *args, **named))

    return act_now


class Hands(ABC):
    """The methods of a Pi that people act by, and what they act on."""

    table: TwinTable
    pins: Any
    trace: Trace
    nasty: Nasty | None
    scheduler: Scheduler | None
    lock: Any
    _loop: asyncio.AbstractEventLoop
    _serial: PtyEnd | None

    def __init__(self) -> None:
        self._cards: dict[str, Picc] = {}
        self._acting: set[asyncio.Task[None]] = set()

    @abstractmethod
    def now_s(self) -> float:
        """Return seconds since the start."""

    @abstractmethod
    def call_at(self, seconds: float, callback: Callable[..., object], *arguments: Any) -> None:
        """Call ``seconds`` after the start; what is called may not wait."""

    @abstractmethod
    def _run_in_loop(self, awaitable: Any) -> Any:
        """Return its result."""

    def perform(self, act: Act) -> None:
        """Do it now, and return when it is done."""
        if self.scheduler is None:
            self._run_in_loop(_do(act))
            return
        doing = self._loop.create_task(_do(act))
        self.scheduler.wait(doing.done)
        doing.result()

    def at(self, seconds: float, what: str, *arguments: Any) -> None:
        """Let people do something, by the name of its method, ``seconds`` after the start.

        Raises:
            ValueError: ``what`` is no method of people's hands, or takes other arguments.
        """
        if what not in HANDS:
            raise ValueError(f"saw {what!r}, expected one of {', '.join(HANDS)}")
        try:
            act = HANDS[what](self, *arguments)
        except TypeError as error:
            raise ValueError(f"{what}: saw the arguments {arguments}: {error}") from error
        self.call_at(seconds, self._begin, act)

    def script(self, text: str) -> None:
        """Take lines such as ``1.5 place 04a1b2c3d4e580``: seconds, what people do, arguments; # begins a comment."""
        for number, line in enumerate(text.splitlines(), start=1):
            if words := shlex.split(line, comments=True):
                try:
                    self.at(float(words[0]), *words[1:])
                except (TypeError, ValueError) as error:
                    raise ValueError(
                        f"line {number}: saw {line.strip()!r}, expected SECONDS WHAT ARGUMENT...: {error}"
                    ) from error

    def _begin(self, act: Act) -> None:
        task = self._loop.create_task(_do(act))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    def card(self, uid: str, kind: str = "") -> Picc:
        """Return the card with this UID in hex, always the same: an NTAG213 or a MIFARE Classic by default."""
        key = uid.lower().replace(":", "")
        if key not in self._cards:
            try:
                data = Uid(bytes.fromhex(key))
                self._cards[key] = CARDS[kind or ("classic" if len(data) == 4 else "ntag213")](data)
            except (KeyError, ValueError) as error:
                raise ValueError(
                    f"saw the card {uid!r} {kind}, expected 4 or 7 bytes in hex, and one of {', '.join(CARDS)}: {error}"
                ) from error
            self._cards[key].start_up_s = START_UP_S
        return self._cards[key]

    @hand
    def place(self, uid: str, reader: str = "", above_mm: float = 0.0, kind: str = "") -> Act:
        """Hold a card above a reader, the first by default."""
        card = self.card(uid, kind)
        names = list(self.table.readers)
        if (reader and reader not in names) or not names:
            raise ValueError(
                f"saw the reader {reader!r}, expected one of {', '.join(names) or 'no reader: none is wired'}"
            )
        name = ReaderId(reader or names[0])

        async def act() -> None:
            with self.lock:
                self.table.hold_card_above(name, card, float(above_mm))

        return act

    @hand
    def remove(self, uid: str) -> Act:
        """Take a card away from all readers."""
        card = self.card(uid)

        async def act() -> None:
            with self.lock:
                for chip in self.table.readers.values():
                    if card in chip.piccs:
                        chip.leave(card)

        return act

    @hand
    def press(self, pin: int, held_s: float = 0.1) -> Act:
        """Press a button between a pin (BCM number) and ground; 3.3 V if the pin is pulled down."""
        button = ButtonTwin(self.pins, int(pin), self.table.clock)
        if self.nasty is not None:
            button.contact.bounces = self.nasty.bounces
        return lambda: button.press(float(held_s))

    @hand
    def drive(self, pin: int, level: str = "") -> Act:
        """Hold a pin (BCM number) "high" or "low" from outside, as a sensor does; "" lets go."""
        if level not in ("high", "low", ""):
            raise ValueError(f"saw the level {level!r}, expected high, low or nothing")

        async def act() -> None:
            self.pins.drive(int(pin), level == "high" if level else None)

        return act

    @hand
    def send(self, text: str | bytes) -> Act:
        """Send to the serial port on the header; escapes as in Python, such as a new line's, stand for their signs."""
        end = self._serial
        if end is None:
            raise ValueError("saw text for the serial port, expected serial = true in the wiring")
        data = text if isinstance(text, bytes) else text.encode().decode("unicode_escape").encode("latin1")

        async def act() -> None:
            end.deliver(data)
            self.trace.keep(Event(self.now_s(), "serial0", b"", data))

        return act

    @hand
    def turn(self, detents: int) -> Act:
        """Turn the knob, clockwise if positive."""
        knob = self.table.knob
        if knob is None:
            raise ValueError("saw a turn, expected knob_pins in the wiring")
        return lambda: knob.turn(int(detents))

    @hand
    def fault(self, name: str, place: str = "") -> Act:
        """Begin a fault of `hw/testing/faults.py`."""
        return self._switch(name, place, on=True)

    @hand
    def mend(self, name: str, place: str = "") -> Act:
        return self._switch(name, place, on=False)

    def _switch(self, name: str, place: str, *, on: bool) -> Act:
        place = self.table.faults.check_and_complete_place(name, place)

        async def act() -> None:
            with self.lock:
                self.table.faults.switch(name, place, on=on)

        return act


async def _do(act: Act) -> None:
    await act()
