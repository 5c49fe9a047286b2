"""The referee's memory between two actions. A restart keeps who set which tiles aside; losing the rest is harmless."""

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.inputs import GATE_ORIGIN, REDO_ORIGIN
from controller.games.contract.values import Action, CastleId, PieceId
from controller.games.tumult_royale.box.words import Color
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.state import LastTiles, State


class Memory(Struct, frozen=True, gc=False):
    """Actions begun by people. Compare a value with the state before use: an undo may have made it outdated.

    Attributes:
        aside: tiles set aside at gates, each with its castle and round (TR-2.1): an undo may return to any round.
        stopped_at_s: when the hourglass ran out (event-loop time, seconds; TR-2.5).
        correcting: castles that rejected their number and now tap their tiles.
        agreed: each castle's confirmed number of tiles (TR-2.6).
        tapped: tiles tapped for a payment.
        turned: detents of the knob, which choose an entry of the screen.
        asking: the passing player is asked whether a field was free (TR-11.2).
    """

    aside: tuple[tuple[PieceId, CastleId, int], ...] = ()
    stopped_at_s: float | None = None
    correcting: frozenset[CastleId] = frozenset()
    agreed: tuple[tuple[CastleId, int], ...] = ()
    tapped: TileSet = 0
    turned: int = 0
    asking: bool = False

    def set_aside_count(self, state: State, castle: CastleId) -> int:
        bits = state.table.pool.bits
        here = castle, state.round
        return sum(1 for tile, *by in self.aside if tuple(by) == here and bits[tile] & state.set_aside)

    def has_confirmed(self, state: State, castle: CastleId) -> bool:
        """Whether this castle has confirmed its present number of tiles."""
        return dict(self.agreed).get(castle) == castle_tile_count(state, castle)


EMPTY_MEMORY = Memory()


def castle_tile_count(state: State, castle: CastleId) -> int:
    seat = state.seat(Color(castle))
    assert seat is not None
    return state.players[seat].castle.bit_count()


def memory_after_action(state: State, memory: Memory, action: Action, by: str) -> Memory:
    """See ``Referee.settle``."""
    match action["do"]:
        case "set_aside" if not by.startswith(REDO_ORIGIN):
            others = tuple(each for each in memory.aside if (each[0], each[2]) != (action["tile"], state.round))
            if not by.startswith(GATE_ORIGIN):
                return Memory(aside=others)
            return Memory(aside=(*others, (action["tile"], CastleId(by.removeprefix(GATE_ORIGIN)), state.round)))
        case "amend":
            return replace(memory, agreed=_still_valid_confirmations(state, memory))
        case "stop":
            return Memory(aside=memory.aside, stopped_at_s=memory.stopped_at_s)
        case "collect" | "rob" | "undo":
            # None if the action undoes the stop itself
            stopped_at_s = memory.stopped_at_s if isinstance(state.phase, LastTiles) else None
            return Memory(
                aside=memory.aside,
                stopped_at_s=stopped_at_s,
                correcting=memory.correcting,
                agreed=_still_valid_confirmations(state, memory),
            )
        case _:
            return Memory(aside=memory.aside)


def _still_valid_confirmations(state: State, memory: Memory) -> tuple[tuple[CastleId, int], ...]:
    """The castles whose number changed must count again."""
    return tuple(each for each in memory.agreed if memory.has_confirmed(state, each[0]))
