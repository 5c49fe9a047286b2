"""From a state of the rules to a position of the core, and from the core's builds to actions."""

from collections.abc import Sequence
from typing import Final

from controller import limits
from controller.games.tumult_royale.box.words import KINDS, STATUES_BY_KIND
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules.state import (
    Coronation,
    FirstStatues,
    LastTiles,
    Over,
    Placing,
    Robbing,
    Sentiment,
    SettingAside,
    State,
    Table,
)
from controller.games.tumult_royale.search.core import Box, Core

PHASES: Final = (FirstStatues, Sentiment, SettingAside, Robbing, LastTiles, Placing, Coronation, Over)
"""In the order of the core's numbers."""

HALF_FIELDS: Final = 36
MOST_SYMBOLS: Final = 3 * limits.EDITION_TILES + 1
"""Of a castle, with none; this and ``limits`` are the lengths of the core's arrays in ``core.pxd``."""


def prices_in_core_order(table: Table) -> list[country.Price]:
    return sorted(table.prices.all, key=lambda price: price.bit)


def box_of(table: Table) -> Box:
    """Return the core's copy of what is fixed."""
    edition, prices = table.edition, prices_in_core_order(table)
    demands = [sector.demand for sector in edition.spinner]
    degrees = [sector.degrees for sector in edition.spinner]
    turned = [country.rotated_field_kinds(region, turns) for region in edition.regions for turns in range(4)]
    tiles = face_counts(table.pool, table.pool.all)
    return Box(
        len(table.colors),
        edition.supporters.total,
        gambler=table.variant == "gambler",
        tracked=table.map == "tracked",
        tiles=tiles,
        costs=[number for price in prices for number in price.cost],
        statues=[STATUES_BY_KIND[price.kind] for price in prices],
        affordable=[
            sum(1 << number for number, price in enumerate(prices) if price.cost[commodity] <= symbols)
            for commodity in range(3)
            for symbols in range(MOST_SYMBOLS)
        ],
        demands=_padded(demands, limits.EDITION_SECTORS),
        degrees=_padded(degrees, limits.EDITION_SECTORS),
        mean_demand=sum(demand * width for demand, width in zip(demands, degrees, strict=True)) / 360,
        gaps=list(edition.chronicle),
        lands=_padded([KINDS.index(kind) for kinds in turned for kind in kinds], 36 * limits.EDITION_REGIONS),
        regions=len(edition.regions),
        symbols=[tiles[at] + 2 * tiles[at + 1] + 3 * tiles[at + 2] for at in (0, 3, 6)],
    )


def _padded(numbers: Sequence[int], length: int) -> list[int]:
    return [*numbers, *[0] * (length - len(numbers))]


def face_counts(pool: country.TilePool, tiles: country.TileSet) -> list[int]:
    """Return the number of tiles by face, as the core numbers them."""
    return [number for counts in pool.counts_by_value(tiles) for number in counts]


def load_state(state: State, into: Core) -> None:
    """Set a core of this table's box to a state, hidden tiles included."""
    table, phase, land = state.table, state.phase, state.land
    into.phase = PHASES.index(type(phase))
    into.round, into.built, into.able, into.late, into.due, into.winner = state.round, False, 0, 0, 0, -1
    match phase:
        case FirstStatues(rank=rank):
            into.rank = rank - 1
        case Placing(rank=rank, built=built, able=able):
            into.rank, into.built, into.able = rank - 1, built, able
        case LastTiles(late=late):
            into.late = sum(1 << seat for seat in late)
        case Coronation(due=due):
            into.due = due
        case Over(winner=winner):
            into.winner = winner
    players, castles = state.players, [face_counts(table.pool, player.castle) for player in state.players]
    into.ranked = _padded(state.ranked, 4)
    into.supporters = _padded([player.supporters for player in players], 4)
    into.placed = _padded([player.placed for player in players], 4)
    into.carried = _padded([player.castle.bit_count() for player in players], 4)
    into.merciful = sum(1 << seat for seat, player in enumerate(players) if player.mercy)
    into.blamed = sum(1 << table.colors.index(color) for color in {tumult.greediest for tumult in state.tumults})
    into.demand = [-1 if number is None else number for number in state.demand]
    into.last_demand = list(state.last_demand)
    into.people, into.aside = face_counts(table.pool, state.people_tiles), state.set_aside.bit_count()
    into.tiles = _padded([number for castle in castles for number in castle], 36)
    into.fields = _padded([half for player in players for half in _halves(player.fields)], 8)
    into.free = _halves(~state.occupied_fields() & (1 << 72) - 1)
    into.kinds, into.lying, into.face_down = [0] * 10, 0, land.face_down
    if isinstance(land, country.Country):
        into.kinds = [half for fields in land.kinds for half in _halves(fields)]
        into.face_down = sum(1 << slot for slot, lie in enumerate(land.slots) if lie.tile is None)
        ids = [region.id for region in table.edition.regions]
        into.lying = sum(1 << ids.index(lie.tile) for lie in land.slots if lie.tile is not None)


def _halves(fields: country.FieldSet) -> list[int]:
    return [fields & (1 << HALF_FIELDS) - 1, fields >> HALF_FIELDS]
