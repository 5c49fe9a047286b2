"""What the tapped tiles can build, or why they do not pay (TR-4.5, TR-4.6)."""

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.words import STATUES_BY_KIND, Cost, Kind
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules import country, options, payments
from controller.games.tumult_royale.rules.state import State


class PaymentFault(Struct, frozen=True, gc=False):
    """Why the tapped tiles do not pay for one kind of field.

    Attributes:
        adjacent: whether the field touches; if not, it costs double (TR-4.4).
        missing: symbols of bread, marble and tools (TR-4.5).
        of_other_commodities: tiles of commodities not in the cost (TR-4.5).
        needless: tiles, each of which alone could be left out (TR-4.6).
    """

    kind: Kind
    adjacent: bool
    missing: Cost
    of_other_commodities: tuple[PieceId, ...]
    needless: tuple[PieceId, ...]

    @property
    def broken_rule(self) -> str:
        """The rule that the payment breaks first."""
        return "TR-4.5" if self.of_other_commodities or any(self.missing) else "TR-4.6"


def payment_faults_by_distance(state: State, tiles: country.TileSet) -> tuple[PaymentFault, ...]:
    """Return why ``tiles`` do not pay for each kind of field open to the player, nearest first.

    First come kinds that only need more of the castle's tiles, then those payable after removing tiles, then
    kinds it cannot pay; in each group, those with least to add or remove come first.
    """
    seat = state.seat_to_act
    assert seat is not None
    pool = state.table.pool
    payable = {(each.kind, each.adjacent) for each in options.build_options(state)}

    def distance_to_payment(group: options.SiteGroup) -> tuple[bool, bool, bool, int, bool]:
        found = payments.judge_payment(pool, tiles, group.cost)
        too_many = (found.of_other_commodities | found.needless).bit_count()
        can_pay = (group.kind, group.adjacent) in payable
        return (
            not (can_pay and not too_many),
            not can_pay,
            bool(too_many),
            sum(found.missing) + too_many,
            not group.adjacent,
        )

    found = []
    for group in sorted(options.site_groups(state, seat), key=distance_to_payment):
        wrong = payments.judge_payment(pool, tiles, group.cost)
        if not wrong.is_accepted:
            others, needless = pool.tile_ids(wrong.of_other_commodities), pool.tile_ids(wrong.needless)
            found.append(PaymentFault(group.kind, group.adjacent, wrong.missing, tuple(others), tuple(needless)))
    return tuple(found)


class BuildGroup(Struct, frozen=True, gc=False):
    """Builds of one kind of field at one cost; if ``chosen``, a press builds the one ``shown``."""

    builds: tuple[options.ChosenBuild, ...]
    shown: options.ChosenBuild
    chosen: bool


def offers_paid_by(state: State, tiles: country.TileSet) -> tuple[options.ChosenBuild, ...]:
    """Return what exactly these tiles pay for: most statues first, then touching, then by field."""
    listed, pool = options.build_options(state), state.table.pool
    checks = {price: payments.judge_payment(pool, tiles, price.cost) for price in state.table.prices.all}
    ids = pool.tile_ids(tiles)
    found = [
        options.choose_build_with_tiles(state, option, tiles, ids, checks[option.price].gains)
        for option in listed
        if checks[option.price].is_accepted
    ]
    return tuple(sorted(found, key=lambda offer: (-STATUES_BY_KIND[offer.kind], not offer.is_adjacent, offer.kind)))


def chosen_offer(state: State, memory: Memory) -> options.ChosenBuild | None:
    """Return what a press builds with the tapped tiles; None if they pay for nothing."""
    fitting = offers_paid_by(state, memory.tapped)
    return fitting[memory.turned % len(fitting)] if fitting else None


def groups_paid_by_tapped_tiles(state: State, memory: Memory) -> tuple[BuildGroup, ...]:
    """Return the kinds of field the tapped tiles pay for; the knob goes through each kind's fields."""
    fitting = offers_paid_by(state, memory.tapped)
    groups: dict[tuple[Kind, bool], list[options.ChosenBuild]] = {}
    for offer in fitting:
        groups.setdefault((offer.kind, offer.is_adjacent), []).append(offer)
    shown = fitting[memory.turned % len(fitting)] if fitting else None
    found = []
    for group in groups.values():
        here = [offer for offer in group if offer is shown]
        found.append(BuildGroup(tuple(group), here[0] if here else group[0], bool(here)))
    return tuple(found)


def least_wasteful_builds(state: State) -> tuple[options.ChosenBuild, ...]:
    return tuple(
        options.choose_build(state, option, option.payments.least_wasteful) for option in options.build_options(state)
    )
