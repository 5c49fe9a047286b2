"""What the castle boards tell becomes passages, presses and states of devices: the other end of a gate's data."""

from collections.abc import Callable

from controller.devices.gate import Gate, Passage, TagsUnresolved, Taught
from controller.devices.hardware import Hardware
from controller.devices.health import BOARD, DeviceHealth
from controller.games.contract.ids import CastleId
from hw.castle_link.events import (
    BoardEvent,
    BoardGone,
    BoardThere,
    EventsLost,
    PanelPressed,
    ReaderFailed,
    ReaderWorks,
    TagCame,
    TagsUnclear,
)
from hw.units import ReaderId, Uid
from hw.visits import REARM_S


async def listen(
    hardware: Hardware,
    book: Taught,
    devices: DeviceHealth,
    passed: Callable[[Passage], None],
    lost: Callable[[CastleId, int], None],
) -> None:
    """Keep the link to the castle boards going, if there are any; a board decides by itself what is one visit.

    ``lost`` is told how many events of a board are gone.
    """
    link = hardware.open_link()
    if link is None:
        return

    came_s: dict[tuple[ReaderId, Uid], float] = {}

    def heard(gate: ReaderId, news: BoardEvent) -> None:
        match news:
            case TagCame(uid=uid, at_s=at_s):
                for earlier in [key for key, was_s in came_s.items() if at_s - was_s >= REARM_S]:
                    del came_s[earlier]
                if (gate, uid) not in came_s:  # a board that started anew has forgotten what lies on it
                    passed(Gate(gate, book).came(uid, at_s))
                came_s[gate, uid] = at_s
            case TagsUnclear(at_s=at_s):
                passed(TagsUnresolved(gate, at_s))
            case PanelPressed(button=button, press=press):
                hardware.panels[CastleId(gate)].on_press(button, press)
            case ReaderWorks():
                devices.works(gate)
            case ReaderFailed(fault=fault):
                devices.lost(gate, str(fault))
            case BoardThere():
                devices.works(gate + BOARD)
            case BoardGone(fault=fault):
                devices.lost(gate + BOARD, str(fault))
            case EventsLost(count=count):
                lost(CastleId(gate), count)

    hardware.on_news = heard
    await link.run()
