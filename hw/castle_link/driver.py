"""Driver of all castle boards of a table: finds them by id on any port."""

from collections.abc import Callable, Collection
from typing import Final

from msgspec import Struct

from hw.bus.ports import Ports, SerialPort
from hw.castle_link.board import Board
from hw.castle_link.messages import PROTOCOL, BoardConnected, BoardDisconnected, BoardEvent, BoardId, Hello
from hw.castle_link.session import Session
from hw.clock import Clock
from hw.console.panel import DARK, Lamps, LampState
from hw.errors import BusError, HardwareError, PartSilent

TICK_S: Final = 0.1
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 5.0
"""Limit of the pause between attempts to open a port, which doubles each time."""

FOUND_WITHIN_S: Final = 3.0
"""A board not found so soon after the start is reported as missing."""

LAMP_LETTERS: Final = {LampState.OFF: "0", LampState.ON: "1", LampState.BLINK: "b"}


class _Place(Struct):
    """A serial port: open, or to be opened at ``again_s``."""

    port: SerialPort | None = None
    session: Session | None = None
    fault: HardwareError | None = None
    opened_s: float = 0.0
    again_s: float = 0.0
    pause_s: float = FIRST_PAUSE_S

    @property
    def hello(self) -> Hello | None:
        return None if self.session is None else self.session.hello


class CastleLink:
    """Connections to the boards with the given ids, wherever they are plugged in.

    A board counts as connected while exactly one port has it; ports with other boards are left alone.

    Args:
        on_event: called on the running loop with each event of a board.

    Attributes:
        looks: rounds of `look` so far.
    """

    def __init__(
        self, ports: Ports, clock: Clock, boards: Collection[BoardId], on_event: Callable[[BoardId, BoardEvent], None]
    ) -> None:
        self._ports = ports
        self._clock = clock
        self._boards = {board: Board(board) for board in boards}
        self._on_event = on_event
        self._places: dict[str, _Place] = {}
        self._lamps = dict.fromkeys(boards, "000")
        self._announced: dict[BoardId, str | None] = {}
        self._began_s: float | None = None
        self.looks = 0

    async def run(self) -> None:
        """Connect to the boards and serve them until cancelled."""
        self._began_s = self._clock.now_s()
        while True:
            self.look()
            await self._clock.sleep_until(self._clock.now_s() + TICK_S)

    def look(self) -> None:
        """Open ports, send beats, close silent ports and report which boards are connected."""
        self.looks += 1
        now_s = self._clock.now_s()
        for where in self._ports.serial_ports():
            place = self._places.setdefault(where, _Place())
            if place.session is None and now_s >= place.again_s:
                self._open_port(where, place, now_s)
        for where, place in self._places.items():
            if place.session is None:
                continue
            place.session.tick(now_s)
            if place.session.is_silent(now_s):
                remedy = "Check cable and power of the board, or bring it its firmware: royaltable flash"
                self._close_port(
                    place, PartSilent(where, seen="nothing", expected="a castle board's lines", remedy=remedy)
                )
        self._update_presence()

    def set_lamps(self, board: BoardId, lamps: Lamps) -> None:
        """Set a board's lamps, now or as soon as it is connected."""
        letters = "".join(LAMP_LETTERS[lamp] for lamp in lamps)
        self._lamps[board] = letters
        for session in self._sessions(board):
            if session.adopted:
                session.set_lamps(letters)

    def request_state(self, board: BoardId) -> None:
        """Ask a connected board which buttons are down and which readers work."""
        for session in self._sessions(board):
            if session.adopted:
                session.request_state()

    def hello(self, board: BoardId) -> Hello | None:
        """Return the board's ``hello``; None while it is not connected."""
        return next((session.hello for session in self._sessions(board)), None)

    def close(self) -> None:
        """Turn the lamps off and close the ports; closing twice is fine."""
        for place in self._places.values():
            if place.session is not None and place.session.adopted:
                place.session.set_lamps("000")
            if place.port is not None:
                place.port.close()
        self._places.clear()

    def _open_port(self, where: str, place: _Place, now_s: float) -> None:
        def on_bytes(data: bytes) -> None:
            if place.session is not None:
                place.session.feed(data, self._clock.now_s())

        def on_lost(fault: BusError) -> None:
            self._close_port(place, fault)
            self._update_presence()

        def send(data: bytes) -> None:
            if place.port is not None:
                place.port.write(data)

        def emit(event: BoardEvent) -> None:
            if place.hello is not None:
                self._on_event(place.hello.board, event)

        try:
            place.port = self._ports.serial(where, on_bytes, on_lost)
        except BusError as fault:
            self._close_port(place, fault)
        else:
            place.fault, place.opened_s = None, now_s
            place.session = Session(send, self._update_presence, emit, now_s)

    def _close_port(self, place: _Place, fault: HardwareError) -> None:
        if place.port is not None:
            place.port.close()
        if place.hello is not None:
            place.pause_s = FIRST_PAUSE_S
        place.port = place.session = None
        place.fault = fault
        place.again_s = self._clock.now_s() + place.pause_s
        place.pause_s = min(2 * place.pause_s, LONGEST_PAUSE_S)

    def _sessions(self, board: BoardId) -> list[Session]:
        sessions = (place.session for place in self._places.values() if place.session is not None)
        return [session for session in sessions if session.hello is not None and session.hello.board == board]

    def _update_presence(self) -> None:
        """Report each board that became connected or disconnected."""
        for board in self._boards.values():
            self._close_old_port(board.id)
            fault = self._fault_of(board)
            known = board.id in self._announced
            if fault is None:
                session = self._sessions(board.id)[0]
                if not session.adopted:
                    session.lamps = self._lamps[board.id]
                    session.adopt(board, self._clock.now_s())
                if not known or self._announced[board.id] is not None:
                    self._announce(board.id, BoardConnected())
            else:
                for session in self._sessions(board.id):
                    session.release()
                if str(fault) != self._announced.get(board.id) and (known or self._is_overdue()):
                    self._announce(board.id, BoardDisconnected(fault))

    def _close_old_port(self, board: BoardId) -> None:
        places = [place for place in self._places.values() if place.session in self._sessions(board)]
        boots = {place.hello.boot for place in places if place.hello is not None}
        if len(places) > 1 and len(boots) == 1:
            newest = max(places, key=lambda place: place.opened_s)
            for place in places:
                if place is not newest:
                    seen = "its board at another port"
                    self._close_port(
                        place, BusError("old port", seen=seen, expected="one port", remedy="Nothing to do.")
                    )

    def _announce(self, board: BoardId, event: BoardConnected | BoardDisconnected) -> None:
        self._announced[board] = str(event.fault) if isinstance(event, BoardDisconnected) else None
        self._on_event(board, event)

    def _is_overdue(self) -> bool:
        return self._began_s is not None and self._clock.now_s() - self._began_s > FOUND_WITHIN_S

    def _fault_of(self, board: Board) -> HardwareError | None:
        part = f"castle board {board.id}"
        sessions = self._sessions(board.id)
        if len(sessions) > 1:
            places = [where for where, place in self._places.items() if place.session in sessions]
            remedy = "Give one of the boards another id: royaltable flash --port PORT --id NAME"
            return BusError(
                part, seen=f"this id at {' and at '.join(places)}", expected="one board with this id", remedy=remedy
            )
        if sessions:
            hello = sessions[0].hello
            assert hello is not None
            if hello.protocol == PROTOCOL:
                return None
            seen = f"firmware {hello.firmware}, which speaks protocol {hello.protocol}"
            return BusError(part, seen=seen, expected=f"protocol {PROTOCOL}", remedy="Run: royaltable flash")
        return self._missing(part)

    def _missing(self, part: str) -> BusError:
        found = {place.hello.board for place in self._places.values() if place.hello is not None}
        strangers = sorted(found - self._boards.keys())
        here = self._ports.serial_ports()
        faults = {where: place.fault for where, place in self._places.items() if place.fault and where in here}
        if strangers:
            seen, faults = f"other boards: {', '.join(strangers)}", {}
        elif faults:
            seen = f"no board ({'; '.join(f'{where}: {fault.seen}' for where, fault in faults.items())})"
        else:
            seen = "no board"
        remedies = dict.fromkeys(fault.remedy for fault in faults.values())
        remedy = " ".join(remedies) or "Check its cable, then its id."
        return BusError(part, seen=seen, expected="the board at a USB port", remedy=remedy)


class LinkPanel:
    """The ``CastlePanel`` of a castle board."""

    def __init__(self, link: CastleLink, board: BoardId) -> None:
        self._link = link
        self._board = board

    def set_lamps(self, lamps: Lamps) -> None:
        self._link.set_lamps(self._board, lamps)

    def request_state(self) -> None:
        self._link.request_state(self._board)

    def close(self) -> None:
        self._link.set_lamps(self._board, DARK)
