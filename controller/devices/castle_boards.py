"""What the castle boards tell becomes passages or states of devices: the other end of a gate's data."""

from typing import Protocol

from controller.devices.board_link import BoardLink
from controller.devices.gate import Gate, Passage, TagsUnresolved, TaughtTags
from controller.devices.health import BOARD, DeviceHealth
from controller.games.contract.values import CastleId
from hw.castle_link.events import (
    BoardEvent,
    BoardGone,
    BoardThere,
    EventsLost,
    ReaderFailed,
    ReaderWorks,
    TagCame,
    TagsUnclear,
)
from hw.values import ReaderId, Uid
from hw.visits import REARM_S


class Passed(Protocol):
    """Who takes what gates saw."""

    def passed(self, passage: Passage) -> None:
        """A gate saw something."""
        ...

    def lost(self, castle: CastleId, count: int) -> None:
        """So many events of a castle board are gone."""
        ...


class CastleBoards:
    """Owner of what lies on which board; a board decides by itself what is one visit."""

    def __init__(self, link: BoardLink, book: TaughtTags, health: DeviceHealth, passages: Passed) -> None:
        self._link = link
        self._book = book
        self._health = health
        self._passages = passages
        self._came_s: dict[tuple[ReaderId, Uid], float] = {}

    async def run(self) -> None:
        """Keep the link to the castle boards going, if there are any."""
        link = self._link.open()
        if link is not None:
            await link.run()

    def heard(self, news: tuple[ReaderId, BoardEvent]) -> None:
        """A board said this."""
        gate, event = news
        match event:
            case TagCame(uid=uid, at_s=at_s):
                self._came(gate, uid, at_s)
            case TagsUnclear(at_s=at_s):
                self._passages.passed(TagsUnresolved(gate, at_s))
            case ReaderWorks():
                self._health.works(gate)
            case ReaderFailed(fault=fault):
                self._health.lost(gate, str(fault))
            case BoardThere():
                self._health.works(gate + BOARD)
            case BoardGone(fault=fault):
                self._health.lost(gate + BOARD, str(fault))
            case EventsLost(count=count):
                self._passages.lost(CastleId(gate), count)
            case _:
                pass

    def _came(self, gate: ReaderId, uid: Uid, at_s: float) -> None:
        """A board that started anew has forgotten what lies on it, and tells it again."""
        for earlier in [key for key, was_s in self._came_s.items() if at_s - was_s >= REARM_S]:
            del self._came_s[earlier]
        if (gate, uid) not in self._came_s:
            self._passages.passed(Gate(gate, self._book).came(uid, at_s))
        self._came_s[gate, uid] = at_s
