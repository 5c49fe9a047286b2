"""What everybody may see, as JSON values; what the design hides is not in it."""

from typing import Any

from controller.games.contract.ids import CastleId
from controller.games.tumult_royale.box.words import COMMODITIES, KINDS, STATUES_EACH, Seat
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.chapters.uprising import TUMULT_COSTS
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, each_bit, turned
from controller.games.tumult_royale.rules.options import to_mappings
from controller.games.tumult_royale.rules.pool import TileSet
from controller.games.tumult_royale.rules.ranks import ROUNDS
from controller.games.tumult_royale.rules.state import Coronation, FirstStatues, State, Tumult, to_mapping
from controller.games.tumult_royale.show import paying
from controller.games.tumult_royale.show.pieces import tiles_lie_open

SHOWN_AS_THEY_ARE = (
    "round",
    "phase",
    "to_act",
    "hourglass",
    "demand",
    "supply",
    "fields",
    "chronicle",
    "winner",
    "ending",
)

COUNTED_UP_TO = {"rounds": ROUNDS, "statues_each": STATUES_EACH}
"""Numbers of the rules that the page says beside those of the game (TR-8.1, TR-8.2)."""


def view(state: State | None, memory: Memory) -> dict[str, Any]:
    """The public view. While tiles are taken, nobody sees which, nor their values or sums (design).

    - ``round``, ``phase``, ``to_act``, ``hourglass``, ``demand``, ``supply``, ``chronicle``, ``winner``, ``ending`` as
      in the canonical state; ``rounds`` of a game and ``statues_each``, as the rules have them; ``variant``, ``map``;
    - ``players`` in seat order: ``color``, ``rank``, ``mercy``, ``supporters``, ``placed``, ``tiles`` (a number),
      ``castle`` (faces; null while hidden), ``set_aside`` (a number), ``confirmed``;
    - ``people``: ``tiles`` (a number), ``left`` by commodity (null while hidden); ``set_aside``, a number;
    - ``columns``, ``rows`` of region tiles; ``regions``: ``slot``, ``tile``, ``turns``, ``kinds`` (nine as they lie,
      null when face down); ``fields``: ``owner`` and ``statues`` by name;
    - ``first_fields``: names of the pastures open to a first statue;
    - ``options``: builds of the one to act: ``field`` (with ``honour`` none), ``kind``, ``adjacent``, ``payments``;
      ``payable``: what one click builds: ``field`` or ``kind`` and ``adjacent``, ``tiles`` (ids), ``gains``;
    - ``tapped``: ids of the tiles tapped for a payment; ``payment``: what they pay for, or lack, null outside of
      ``statues``, see ``paying.view``;
    - ``reveal``, null where none is due: ``count``, ``slots`` (face down), ``free_tiles`` (out of the frame so far);
    - ``tumults``: ``commodity``, ``left``, ``demand``, ``greediest``, ``greed``, ``costs`` (supporters), ``kept``,
      ``returned`` (faces).

    A face is ``{"id", "commodity", "value"}``. Before a game only ``phase``, ``players`` and the numbers are there.
    """
    if state is None:
        return {"phase": "none", "players": [], **COUNTED_UP_TO}
    public = to_mapping(state, 0)
    hidden = not tiles_lie_open(state)
    return {
        **{key: public[key] for key in SHOWN_AS_THEY_ARE},
        **COUNTED_UP_TO,
        "variant": state.table.variant,
        "map": state.table.map,
        "players": [_player(state, memory, Seat(seat), hidden=hidden) for seat in range(len(state.players))],
        "people": {
            "tiles": state.people.bit_count(),
            "left": None if hidden else dict(zip(COMMODITIES, state.table.pool.symbols(state.people), strict=True)),
        },
        "set_aside": state.set_aside.bit_count(),
        "columns": len(state.players),
        "rows": 2,
        "regions": _regions(state),
        "first_fields": first_fields(state),
        "tumults": [_tumult(state, tumult) for tumult in state.tumults],
        "tapped": list(state.table.pool.ids(memory.tapped)),
        "options": [option for option in to_mappings(state) if "kind" in option],
        "payable": _payable(state, memory),
        "payment": paying.view(state, memory),
        "reveal": _reveal(state),
    }


def _player(state: State, memory: Memory, seat: Seat, *, hidden: bool) -> dict[str, Any]:
    player, color = state.players[seat], state.color(seat)
    return {
        "color": color,
        "rank": state.rank(seat),
        "mercy": player.mercy,
        "supporters": player.supporters,
        "placed": player.placed,
        "tiles": player.castle.bit_count(),
        "castle": None if hidden else _faces(state, player.castle),
        "set_aside": memory.set_aside_by(state, CastleId(color)),
        "confirmed": memory.agrees(state, CastleId(color)),
    }


def _faces(state: State, tiles: TileSet) -> list[dict[str, Any]]:
    faces = [state.table.pool.tiles[bit] for bit in each_bit(tiles)]
    return [{"id": tile.id, "commodity": tile.commodity, "value": tile.value} for tile in faces]


def _tumult(state: State, tumult: Tumult) -> dict[str, Any]:
    bits = state.table.pool.bits
    returned = sum(bits[tile] for tile in tumult.returned)
    return {
        "commodity": tumult.commodity,
        "left": tumult.left,
        "demand": tumult.demand,
        "greediest": tumult.greediest,
        "greed": tumult.greed,
        "costs": TUMULT_COSTS,
        "kept": _faces(state, bits[tumult.kept])[0] if tumult.kept is not None else None,
        "returned": _faces(state, returned),
    }


def _regions(state: State) -> list[dict[str, Any]]:
    if not isinstance(state.land, Country):
        return []
    regions = {region.id: region for region in state.table.edition.regions}
    return [
        {
            "slot": slot,
            "tile": lie.tile,
            "turns": lie.turns,
            "kinds": None if lie.tile is None else list(turned(regions[lie.tile], lie.turns)),
        }
        for slot, lie in enumerate(state.land.slots)
    ]


def first_fields(state: State) -> list[str]:
    """The pastures on which a first statue may stand (TR-0.6)."""
    if not isinstance(state.phase, FirstStatues) or not isinstance(state.land, Country):
        return []
    pastures = state.land.kinds[KINDS.index("pasture")] & ~state.occupied()
    return [FIELD_NAMES[bit] for bit in each_bit(pastures)]


def _payable(state: State, memory: Memory) -> list[dict[str, Any]]:
    """What one click builds: with the tiles tapped at the gate, or else with those that waste least."""
    ways = offers.for_tiles(state, memory.tapped) if memory.tapped else offers.cheapest(state)
    return [
        {"kind": way.kind, "adjacent": way.adjacent, "tiles": list(way.tiles), "gains": way.gains}
        | ({} if way.field is None else {"field": way.field})
        for way in ways
    ]


def _reveal(state: State) -> dict[str, Any] | None:
    """Which region tiles may be turned up (TR-6.3), and where."""
    if not isinstance(state.phase, Coronation):
        return None
    if not isinstance(state.land, Country):
        return {"count": state.phase.due, "slots": [], "free_tiles": []}
    lying = {lie.tile for lie in state.land.slots}
    return {
        "count": state.phase.due,
        "slots": [slot for slot, lie in enumerate(state.land.slots) if lie.tile is None],
        "free_tiles": [region.id for region in state.table.edition.regions if region.id not in lying],
    }
