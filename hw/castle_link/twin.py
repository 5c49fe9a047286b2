"""A castle board's twin in plain Python, written from PROTOCOL.md, and the serial cable to it.

It stands in for the firmware where no MicroPython is at hand, and is fast in virtual time. Not modelled: heap,
watchdog, settings that outlive a power cut, the running light without a host, and octets that do not fit the output.

Not modelled: baud rate, flow control, and the packets of USB.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final, Protocol

from hw.bus.mock_pins import TwinPinFactory
from hw.bus.ports import Lost, Received, SerialPort
from hw.castle_link import messages
from hw.castle_link.frames import Deframer, Framer
from hw.castle_link.messages import (
    FROM_HOST,
    PROTOCOL,
    Ack,
    Ask,
    Beat,
    BeatBack,
    BoardId,
    BoardState,
    BootId,
    Counts,
    Fails,
    Greet,
    Hello,
    NumberedEvent,
    Pressed,
    Reboot,
    Refused,
    Set,
    SetLamps,
    SettingIs,
    Tile,
    Unclear,
    Works,
)
from hw.clock import Clock
from hw.console.castle import BLINK_S, DARK, CastleButton, Lamps, LampState
from hw.console.castle_on_pins import GpioCastlePanel
from hw.console.press import Press
from hw.errors import BusError, HardwareError
from hw.mfrc522.driver import Mfrc522
from hw.mfrc522.twin import Mfrc522Twin
from hw.values import ReaderId
from hw.visits import Visits

LATENCY_S: Final = 1e-3
"""USB asks a full-speed device once a millisecond."""


class FarEnd(Protocol):
    """What is at the other end of a cable."""

    def octets_came(self, octets: bytes) -> None:
        """The host wrote these octets."""
        ...


class HostEnd(SerialPort, Protocol):
    """A port of the host as the cable sees it."""

    def came(self, octets: bytes) -> None:
        """Octets come out of the cable."""
        ...

    def gone(self) -> None:
        """The cable was pulled."""
        ...


class Cable:
    """One cable. Octets that are on their way when it is pulled are lost, in both directions.

    Attributes:
        plugged: whether both ends are in; the host sees no port otherwise.
        stalled: nothing gets through, and nothing is lost.
        noise: share of octets that are flipped, lost or doubled, a third each.
        carried: octets that the board has sent.
        pulls: how often it was pulled.
        host_end: makes what the host has of it when it opens the port.
    """

    def __init__(self, chance: Random) -> None:
        self.plugged = True
        self.noise = 0.0
        self.carried = 0
        self.pulls = 0
        self.board: FarEnd | None = None
        self.host_end: Callable[[Cable, str, Received, Lost], HostEnd] = TwinSerial
        self._stalled = False
        self._chance = chance
        self._host: HostEnd | None = None
        self._on_the_way: list[tuple[Callable[[bytes], None], bytes]] = []
        self._flush: asyncio.TimerHandle | None = None

    @property
    def stalled(self) -> bool:
        return self._stalled

    @stalled.setter
    def stalled(self, stalled: bool) -> None:
        self._stalled = stalled
        if not stalled and self._on_the_way:
            self._schedule()

    def open(self, place: str, received: Received, lost: Lost) -> SerialPort:
        """The host opens its end.

        Raises:
            BusError: it is not plugged in, or open already.
        """
        if not self.plugged:
            raise BusError(place, seen="no such port", expected="a serial port", remedy="Plug the board in.")
        if self._host is not None:
            raise BusError(place, seen="a port in use", expected="a free one", remedy="End the other program.")
        self._host = self.host_end(self, place, received, lost)
        return self._host

    def pull(self) -> None:
        self.plugged = False
        self.pulls += 1
        self._on_the_way.clear()
        host, self._host = self._host, None
        if host is not None:
            host.gone()

    def plug(self) -> None:
        self.plugged = True

    def to_host(self, octets: bytes) -> None:
        """The board sends; with nobody at the other end it is lost."""
        self.carried += len(octets)
        if self._host is not None:
            self._carry(self._host.came, octets)

    def to_board(self, octets: bytes) -> None:
        if self.board is not None:
            self._carry(self.board.octets_came, octets)

    def closed(self) -> None:
        self._host = None

    def _carry(self, to: Callable[[bytes], None], octets: bytes) -> None:
        self._on_the_way.append((to, bytes(self._spoilt(octets)) if self.noise else octets))
        if not self._stalled and self._flush is None:
            self._schedule()

    def _schedule(self) -> None:
        self._flush = asyncio.get_running_loop().call_later(LATENCY_S, self._deliver)

    def _deliver(self) -> None:
        self._flush = None
        if self._stalled:
            return
        arrived, self._on_the_way = self._on_the_way, []
        for to, octets in arrived:
            to(octets)

    def _spoilt(self, octets: bytes) -> Iterator[int]:
        for octet in octets:
            if self._chance.random() >= self.noise:
                yield octet
                continue
            match self._chance.randrange(3):
                case 0:
                    yield octet ^ (1 << self._chance.randrange(8))
                case 1:
                    pass
                case _:
                    yield octet
                    yield octet


class TwinSerial:
    """The host's end of a cable (``hw.bus.ports.SerialPort``)."""

    def __init__(self, cable: Cable, place: str, received: Received, lost: Lost) -> None:
        self._cable: Cable | None = cable
        self._place = place
        self._received = received
        self._lost = lost

    def write(self, octets: bytes) -> None:
        if self._cable is not None:
            self._cable.to_board(octets)

    def close(self) -> None:
        if self._cable is not None:
            self._cable.closed()
            self._cable = None

    def came(self, octets: bytes) -> None:
        """As `HostEnd.came`; not if the port was closed meanwhile."""
        if self._cable is not None:
            self._received(octets)

    def gone(self) -> None:
        if self._cable is not None:
            self._cable = None
            self._lost(
                BusError(self._place, seen="an input/output error", expected="an open line", remedy="Plug it in.")
            )


YES_PIN: Final = 14
NO_PIN: Final = 15
LAMP_PINS: Final = (10, 11, 12)
PANEL_PINS: Final = (YES_PIN, NO_PIN, LAMP_PINS)
"""As in wiring.md."""


class BoardTwin(FarEnd, Protocol):
    """A simulated castle board at the far end of its cable."""

    def reboot(self) -> None:
        """Start again: what was not acknowledged is forgotten."""
        ...

    def off(self) -> None:
        """Take its power away; switching off twice is fine."""
        ...


MakeBoard = Callable[[BoardId, Cable, Mfrc522Twin, TwinPinFactory, Clock, Random], BoardTwin]
"""Makes a board that is on: its id, its cable, the chip on its SPI, its pins, time and chance."""


FIRMWARE: Final = "0.1.0"
POLL_EVERY_S: Final = 0.010
HELLO_EVERY_S: Final = 1.0
HOST_GONE_S: Final = 3.0
RESEND_AFTER_S: Final = 0.2
TICK_S: Final = 0.05
KEPT: Final = 128
FLASH_S: Final = 2 * BLINK_S
"""A tag passed the gate: all lamps on and off once."""

LAMP_OF: Final = {"0": LampState.OFF, "1": LampState.ON, "b": LampState.BLINK}


class PythonBoard:
    """One board. Make it inside a running loop: it is on at once.

    Args:
        cable: its USB cable; power comes from elsewhere, as PROTOCOL.md asks for.
        chip: the MFRC522 on its SPI.
        pins: its own pins.
        drift: by how much its second is longer than the clock's.

    Attributes:
        id: how it calls itself.
        protocol: what it says it speaks.
        passed: how many tags have passed its gate since it was made.
    """

    def __init__(
        self,
        board: BoardId,
        cable: Cable,
        chip: Mfrc522Twin,
        pins: TwinPinFactory,
        clock: Clock,
        chance: Random,
        *,
        drift: float = 0.0,
    ) -> None:
        self.id = board
        self.protocol = PROTOCOL
        self.passed = 0
        self._cable = cable
        self._chip = chip
        self._pins = pins
        self._clock = clock
        self._chance = chance
        self._drift = drift
        self._tasks: list[asyncio.Task[None]] = []
        self._panel: GpioCastlePanel | None = None
        self._start()

    def reboot(self) -> None:
        self.off()
        self._start()

    def off(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()
        if self._panel is not None:
            self._panel.close()
            self._panel = None
        self._cable.board = None

    def octets_came(self, octets: bytes) -> None:
        """The host wrote these octets."""
        for frame in self._deframer.feed(octets):
            message = messages.parse(frame.body, FROM_HOST)
            if message is None:
                self._deframer.damaged += 1
            else:
                self._take(message)

    def _start(self) -> None:
        self._boot = BootId(f"{self._chance.getrandbits(32):08X}")
        self._begins_s = self._clock.now_s()
        self._framer, self._deframer = Framer(), Deframer()
        self._kept: list[NumberedEvent] = []
        self._last = self._acked = self._missed = self._reads = self._polls = 0
        self._greeted = False
        self._heard_s = self._hello_s = self._sent_s = self._begins_s
        self._lamps = "000"
        self._works = False
        self._flashed_s = self._begins_s - FLASH_S
        self._cable.board = self
        self._panel = GpioCastlePanel(
            yes_pin=YES_PIN,
            no_pin=NO_PIN,
            lamp_pins=LAMP_PINS,
            pin_factory=self._pins,
            clock=self._clock,
            on_press=self._pressed,
        )
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._sense()), loop.create_task(self._talk())]
        self._say(self._hello())

    # Reader and panel

    async def _sense(self) -> None:
        reader, visits = self._reader(), Visits()
        try:
            while True:
                try:
                    version = await reader.start()
                    self._works = True
                    self._happens(Works, reader=0, version=f"{version.value:02X}")
                    await self._poll(reader, visits)
                except HardwareError as fault:
                    if self._works:
                        self._happens(Fails, reader=0, text=fault.seen.replace("$", "").replace("*", "")[:60])
                    self._works = False
                    visits.interrupted()
                await self._clock.sleep_until(self._clock.now_s() + 1.0)
        finally:
            with contextlib.suppress(HardwareError):
                reader.off()

    def _reader(self) -> Mfrc522:
        return Mfrc522(self._chip, self._clock, name=ReaderId(self.id), reset=self._chip.reset_pin)

    async def _poll(self, reader: Mfrc522, visits: Visits) -> None:
        next_s = self._clock.now_s()
        while True:
            found = await reader.poll()
            at_s = self._clock.now_s()
            self._polls += 1
            for uid in visits.came(found.uids, at_s, garbled=found.garbled):
                self.passed += 1
                self._reads += 1
                self._happens(Tile, reader=0, uid=uid)
                self._flash(at_s)
            if visits.unresolved(found.uids, at_s, garbled=found.garbled):
                self._happens(Unclear, reader=0)
            next_s = max(next_s + POLL_EVERY_S, at_s)
            await self._clock.sleep_until(next_s)

    def _pressed(self, button: CastleButton, press: Press) -> None:
        t = self._ms(press.at_s)
        self._happens(Pressed, t=t, button=button.value, length=press.length.value, held_ms=round(press.held_s * 1000))

    def _flash(self, at_s: float) -> None:
        self._flashed_s = at_s
        self._light()
        for later_s in (BLINK_S, FLASH_S):
            asyncio.get_running_loop().call_later(later_s, self._light)

    def _light(self) -> None:
        if self._panel is None:
            return
        since_s = self._clock.now_s() - self._flashed_s + 1e-6  # a timer may come a rounding too early
        if since_s < FLASH_S:
            self._panel.lamps((LampState.ON, LampState.ON, LampState.ON) if since_s < BLINK_S else DARK)
        else:
            self._panel.lamps(_lamps(self._lamps))

    # The line

    async def _talk(self) -> None:
        while True:
            await self._clock.sleep_until(self._clock.now_s() + TICK_S)
            now_s = self._clock.now_s()
            if now_s - self._heard_s > HOST_GONE_S:
                self._greeted = False
            if not self._greeted and now_s - self._hello_s >= HELLO_EVERY_S:
                self._say(self._hello())
            if self._greeted and self._kept and now_s - self._sent_s >= RESEND_AFTER_S:
                self._send_kept()

    def _happens(self, kind: type, **values: Any) -> None:
        if len(self._kept) == KEPT:
            self._missed += 1
            return
        self._last += 1
        event: NumberedEvent = kind(**{"n": self._last, "t": self._ms(self._clock.now_s()), **values})
        self._kept.append(event)
        if self._greeted:
            if len(self._kept) == 1:
                self._sent_s = self._clock.now_s()
            self._say(event)

    def _send_kept(self) -> None:
        self._sent_s = self._clock.now_s()
        for event in self._kept:
            self._say(event)

    def _take(self, message: messages.FromHost) -> None:
        now_s = self._clock.now_s()
        match message:
            case Greet(protocol=protocol):
                self._heard_s = now_s
                self._greeted = protocol == self.protocol
                self._say(self._hello())
                if self._greeted:
                    self._send_kept()
            case Reboot():
                self.reboot()
            case _ if not self._greeted:
                return
            case Beat(host_t=host_t):
                self._heard_s = now_s
                self._say(BeatBack(self._ms(now_s), host_t, self._last, self._missed, self._lamps))
            case Ack(boot=boot, n=n) if boot == self._boot and self._acked < n <= self._last:
                self._acked = n
                self._kept = [event for event in self._kept if event.n > n]
                self._sent_s = now_s
            case SetLamps(lamps=lamps):
                self._lamps = lamps
                self._light()
            case Set(name=name, value=value):
                self._set(name, value)
            case Ask():
                self._tell_everything(now_s)

    def _set(self, name: str, value: str) -> None:
        if name == "id" and messages.BOARD.fullmatch(value):
            self.id = BoardId(value)
            self._say(SettingIs(name, value))
        else:
            self._say(Refused(name, f"{value}: the twin has only an id of 1 to 24 letters a-z, digits and -"))

    def _tell_everything(self, now_s: float) -> None:
        readers = "1" if self._works else "0"
        assert self._panel is not None
        held = "".join("1" if button in self._panel.pressed else "0" for button in CastleButton)
        state = BoardState(self._ms(now_s), self._last, self._acked, self._missed, self._lamps, held, readers)
        self._say(state)
        lines = self._deframer
        self._say(Counts(self._polls, self._reads, 0, 0, lines.damaged, lines.missed, self._missed, 0, 0, 0, 0))
        self._say(SettingIs("id", self.id))

    def _hello(self) -> Hello:
        self._hello_s = self._clock.now_s()
        return Hello(self.id, FIRMWARE, self.protocol, self._boot, self._acked, 1, 2, 3)

    def _say(self, message: messages.FromBoard) -> None:
        self._cable.to_host(self._framer.line(messages.body_of(message)))

    def _ms(self, at_s: float) -> int:
        return max(0, int((at_s - self._begins_s) / (1 + self._drift) * 1000))


def _lamps(letters: str) -> Lamps:
    left, middle, right = (LAMP_OF[letter] for letter in letters)
    return (left, middle, right) if letters != "000" else DARK
