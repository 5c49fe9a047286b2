"""What the three lamps of each castle show: whose move it is, and how many tiles it has set aside."""

from typing import Final

from controller.games.contract.ids import CastleId
from controller.games.contract.lamps import LampPattern
from controller.games.tumult_royale.box.words import SET_ASIDE_EACH, Seat
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.state import LastTiles, Over, Robbing, Sentiment, SettingAside, State

DARK: Final[LampPattern] = ("off", "off", "off")
DUE: Final[LampPattern] = ("off", "blink", "off")
SAID_YES: Final[LampPattern] = ("off", "on", "off")
CORRECTING: Final[LampPattern] = ("blink", "off", "blink")
WON: Final[LampPattern] = ("blink", "blink", "blink")

COUNTED: Final[tuple[LampPattern, ...]] = (DARK, ("on", "off", "off"), ("on", "on", "off"), ("on", "on", "on"))
"""So many lamps as tiles are set aside (TR-2.1)."""


def lamps(state: State | None, memory: Memory) -> dict[CastleId, LampPattern]:
    """The lamps of each castle that plays."""
    if state is None:
        return {}
    return {CastleId(color): _lamps(state, memory, Seat(seat)) for seat, color in enumerate(state.table.colors)}


def only(state: State, due: Seat) -> dict[CastleId, LampPattern]:
    """One castle is due, the others are dark."""
    return {CastleId(color): DUE if seat == due else DARK for seat, color in enumerate(state.table.colors)}


def _lamps(state: State, memory: Memory, seat: Seat) -> LampPattern:
    castle = CastleId(state.color(seat))
    match state.phase:
        case Sentiment() | SettingAside():
            all_are_aside = state.set_aside.bit_count() >= SET_ASIDE_EACH * len(state.players)
            due = seat == state.king and (isinstance(state.phase, Sentiment) or all_are_aside)
            return DUE if due else COUNTED[min(memory.set_aside_by(state, castle), SET_ASIDE_EACH)]
        case Robbing():
            return DARK
        case LastTiles() if castle in memory.correcting:
            return CORRECTING
        case LastTiles():
            return SAID_YES if memory.agrees(state, castle) else DUE
        case Over(winner=winner):
            return WON if seat == winner else DARK
        case _:
            return DUE if seat == state.to_act else DARK
