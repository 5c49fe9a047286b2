"""What the tapped tiles would build, and what they lack (TR-4.5, TR-4.6)."""

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.bots.plan import Sites, sites_for
from controller.games.tumult_royale.box.words import STATUES_ON, Cost, FieldName, Kind
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.country import TileSet
from controller.games.tumult_royale.rules.options import choose, options
from controller.games.tumult_royale.rules.payments import judge
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


class Offer(Struct, frozen=True, gc=False):
    """One thing that one press builds, paid with ``tiles``.

    Attributes:
        field: None where the table does not know the map (TR-11.2).
        adjacent: whether it touches; if not it costs double (TR-4.4).
    """

    kind: Kind
    field: FieldName | None
    adjacent: bool
    gains: int
    tiles: tuple[PieceId, ...]


class Way(Struct, frozen=True, gc=False):
    """All offers of one kind of field that cost alike, and which of them is the present one."""

    offers: tuple[Offer, ...]
    present: Offer


def for_tiles(state: State, tiles: TileSet) -> tuple[Offer, ...]:
    """What exactly these tiles pay for: touching first, then most statues, then in order of field."""
    listed, pool = options(state), state.table.pool
    judged = {price: judge(pool, tiles, price.cost) for price in state.table.prices.all}
    ids = pool.ids(tiles)
    found = [
        Offer(option.kind, option.field, option.adjacent, judged[option.price].gains, ids)
        for option in listed
        if judged[option.price].pays
    ]
    return tuple(sorted(found, key=lambda offer: (not offer.adjacent, -STATUES_ON[offer.kind], offer.kind)))


def chosen(state: State, memory: Memory) -> Offer | None:
    """What a press would build with the tapped tiles; None if they pay for nothing."""
    fitting = for_tiles(state, memory.tapped)
    return fitting[memory.turned % len(fitting)] if fitting else None


def ways(state: State, memory: Memory) -> tuple[Way, ...]:
    """The kinds of field that the tapped tiles pay for; the knob goes through each one's fields."""
    present = chosen(state, memory)
    groups: dict[tuple[Kind, bool], list[Offer]] = {}
    for offer in for_tiles(state, memory.tapped):
        groups.setdefault((offer.kind, offer.adjacent), []).append(offer)
    return tuple(Way(tuple(group), present if present in group else group[0]) for group in groups.values())


def cheapest(state: State) -> tuple[Offer, ...]:
    """For each thing the one to act can build, the payment that wastes least, with tiles to pay it."""
    found = []
    for option in options(state):
        payment = option.payments.cheapest
        tiles = choose(state, option, payment).build.tiles
        found.append(Offer(option.kind, option.field, option.adjacent, payment.gains, tiles))
    return tuple(found)
