"""Gaps: what tapped tiles lack for each kind of field, and which of them are too many (TR-4.5, TR-4.6)."""

from msgspec import Struct

from controller.games.tumult_royale.bots.plan import Sites, sites_for
from controller.games.tumult_royale.box.words import Cost, Kind, PieceId
from controller.games.tumult_royale.rules.options import options
from controller.games.tumult_royale.rules.payments import judge
from controller.games.tumult_royale.rules.pool import TileSet
from controller.games.tumult_royale.rules.state import State


class Gap(Struct, frozen=True, gc=False):
    """Why the tapped tiles do not pay for such a field yet.

    Attributes:
        adjacent: whether it touches; if not it costs double (TR-4.4).
        missing: symbols of bread, marble and tools still to be tapped (TR-4.5).
        foreign: tiles of commodities that it does not cost (TR-4.5).
        needless: tiles any one of which could be left out (TR-4.6).
    """

    kind: Kind
    adjacent: bool
    missing: Cost
    foreign: tuple[PieceId, ...]
    needless: tuple[PieceId, ...]

    @property
    def rule(self) -> str:
        """Which rule the payment breaks, in the order in which builds are checked."""
        return "TR-4.5" if self.foreign or any(self.missing) else "TR-4.6"


def gaps(state: State, tiles: TileSet) -> tuple[Gap, ...]:
    """What is wrong with ``tiles`` for each kind of field that the one to act could build on, nearest first.

    Nearest are those that more tiles of his castle complete, then those that he can pay once tiles are tapped off,
    then those with least to tap on or off.
    """
    seat = state.to_act
    assert seat is not None
    pool = state.table.pool
    payable = {(each.kind, each.adjacent) for each in options(state)}

    def distance(sites: Sites) -> tuple[bool, bool, bool, int, bool]:
        found = judge(pool, tiles, sites.cost)
        too_many = (found.foreign | found.needless).bit_count()
        can_pay = (sites.kind, sites.adjacent) in payable
        return (
            not (can_pay and not too_many),
            not can_pay,
            bool(too_many),
            sum(found.missing) + too_many,
            not sites.adjacent,
        )

    found = []
    for sites in sorted(sites_for(state, seat), key=distance):
        wrong = judge(pool, tiles, sites.cost)
        if not wrong.pays:
            foreign, needless = pool.ids(wrong.foreign), pool.ids(wrong.needless)
            found.append(Gap(sites.kind, sites.adjacent, wrong.missing, tuple(foreign), tuple(needless)))
    return tuple(found)
