"""What the castle boards tell becomes passages or states of devices: the other end of a gate's data."""

from collections.abc import Callable

from controller.devices.board_link import BoardLink
from controller.devices.gate import Gate, Passage, TagsUnresolved, TaughtTags
from controller.devices.health import BOARD, DeviceHealth
from controller.games.contract.ids import CastleId
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
from hw.units import ReaderId, Uid
from hw.visits import REARM_S


async def listen(
    boards: BoardLink,
    book: TaughtTags,
    health: DeviceHealth,
    passed: Callable[[Passage], None],
    lost: Callable[[CastleId, int], None],
) -> None:
    """Keep the link to the castle boards going, if there are any; a board decides by itself what is one visit.

    ``lost`` is told how many events of a board are gone.
    """
    link = boards.open()
    if link is None:
        return

    came_s: dict[tuple[ReaderId, Uid], float] = {}

    def heard(news: tuple[ReaderId, BoardEvent]) -> None:
        gate, event = news
        match event:
            case TagCame(uid=uid, at_s=at_s):
                for earlier in [key for key, was_s in came_s.items() if at_s - was_s >= REARM_S]:
                    del came_s[earlier]
                if (gate, uid) not in came_s:  # a board that started anew has forgotten what lies on it
                    passed(Gate(gate, book).came(uid, at_s))
                came_s[gate, uid] = at_s
            case TagsUnclear(at_s=at_s):
                passed(TagsUnresolved(gate, at_s))
            case ReaderWorks():
                health.works(gate)
            case ReaderFailed(fault=fault):
                health.lost(gate, str(fault))
            case BoardThere():
                health.works(gate + BOARD)
            case BoardGone(fault=fault):
                health.lost(gate + BOARD, str(fault))
            case EventsLost(count=count):
                lost(CastleId(gate), count)
            case _:
                pass

    boards.heard.listen(heard)
    await link.run()
