"""The referee's desk: what the table remembers between two actions; it may be lost without harm."""

from msgspec import Struct

from controller.games.contract import Action, CastleId
from controller.games.tumult_royale.state import State, TileSet


class Desk(Struct, frozen=True, gc=False):
    """What people have begun and not ended.

    Attributes:
        aside: how many tiles each castle has set aside this round (TR-2.1).
        at_gate: the castle whose tile is being judged.
        correcting: the castle that said no to its count and taps what lies there.
        confirmed: the castles that have compared and said yes.
        tapped: the tiles that the one to act would pay with.
        turned: which of the offers is shown.
    """

    aside: tuple[tuple[CastleId, int], ...] = ()
    at_gate: CastleId | None = None
    correcting: CastleId | None = None
    confirmed: frozenset[CastleId] = frozenset()
    tapped: TileSet = 0
    turned: int = 0

    def set_aside_by(self, castle: CastleId) -> int:
        """How many tiles this castle has set aside this round."""
        return dict(self.aside).get(castle, 0)


EMPTY = Desk()


def settle(state: State, desk: Desk, action: Action) -> Desk:
    """The desk after an accepted action; ``state`` is the one that it brought about."""
    match action["do"]:
        case "set_aside" if desk.at_gate is not None:
            counts = dict(desk.aside) | {desk.at_gate: desk.set_aside_by(desk.at_gate) + 1}
            return Desk(aside=tuple(counts.items()))
        case "amend" | "rob":
            return Desk(aside=desk.aside)
        case "spin" if state.phase.name == "set_aside":
            return Desk(aside=desk.aside)
        case _:
            return EMPTY
