"""The public view as JSON, without hidden values, and what each piece shows."""

from collections.abc import Mapping
from typing import Any

from controller.games.contract.inputs import LyingPiece
from controller.games.contract.values import CastleId, PieceId
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    FRAMES_BY_PLAYER_COUNT,
    STATUES_BY_KIND,
    STATUES_PER_PLAYER,
    Seat,
)
from controller.games.tumult_royale.referee import offers
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.referee.offers import payment_faults_by_distance
from controller.games.tumult_royale.rules import country
from controller.games.tumult_royale.rules import state as states
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.shared import are_tiles_face_up
from controller.games.tumult_royale.rules.chapters.taxes import TUMULT_COST_SUPPORTERS
from controller.games.tumult_royale.rules.options import (
    BuildOption,
    ChosenBuild,
    build_options,
    choose_build,
    first_statue_fields,
    site_groups,
)
from controller.games.tumult_royale.rules.payments import judge_payment
from controller.games.tumult_royale.rules.ranks import MAX_ROUNDS
from controller.games.undoable_log import struct_to_mapping


def lying_pieces(state: states.State) -> tuple[LyingPiece, ...]:
    """Return all tiles in play, with faces if they lie face up (TR-2.6)."""
    is_open = are_tiles_face_up(state)
    pieces = []
    for bit, tile in enumerate(state.table.pool.tiles):
        where, castle = _place_and_castle(state, 1 << bit)
        face = _face_views(state, 1 << bit)[0] if is_open and where != "aside" else None
        pieces.append(LyingPiece(tile.id, where, castle, face))
    return tuple(pieces)


def face_up_pieces(state: states.State) -> tuple[PieceId, ...]:
    return tuple(piece.piece for piece in lying_pieces(state) if piece.face is not None)


def public_face(state: states.State, piece: PieceId) -> Mapping[str, str | int]:
    """Return the face of a lifted tile (TR-2.3); raise Refusal if looking is forbidden now."""
    bit = state.table.pool.bits[piece]
    robbing = isinstance(state.phase, states.Robbing) and bool(state.people_tiles & bit)
    if not robbing and not (are_tiles_face_up(state) and not state.set_aside & bit):
        raise Refusal("TR-2.3", "lift")
    return _face_to_mapping(state, bit)


def is_open_moment(state: states.State) -> bool:
    """Whether all hidden tiles lie in one place, so each one's place is public.

    These are the tiles set aside if the others lie face up (TR-2.6), or all if the people have them.
    """
    return are_tiles_face_up(state) or state.people_tiles == state.table.pool.all


def place_name_of_tile(state: states.State, tile: country.TileSet) -> str:
    """Return where a tile lies: a castle, ``aside`` or ``people``."""
    where, castle = _place_and_castle(state, tile)
    return where if castle is None else castle


def _place_and_castle(state: states.State, tile: country.TileSet) -> tuple[str, CastleId | None]:
    for seat, player in enumerate(state.players):
        if player.castle & tile:
            return "castle", CastleId(state.color(Seat(seat)))
    return ("aside" if state.set_aside & tile else "people"), None


def _face_to_mapping(state: states.State, tile: country.TileSet) -> Mapping[str, str | int]:
    printed = state.table.pool.tiles[tile.bit_length() - 1]
    return {"commodity": printed.commodity, "value": printed.value}


def payment_view(state: states.State, memory: Memory) -> dict[str, Any] | None:
    """Return the current payment as JSON values; None outside the phase ``statues``.

    - ``tiles``: ids of the tapped tiles;
    - ``ways``: each kind of field that exactly these tiles pay for, most statues first, then touching: ``kind``,
      ``adjacent`` (if not, double cost), ``gains`` (supporters), ``fields`` (names; empty without
      a known map), ``chosen`` (null, or what yes would build: the field's name, or true on honour);
    - ``gaps``, nearest first, while ``ways`` is empty and tiles are tapped: ``kind``, ``adjacent``, ``missing``
      (symbols by commodity), ``foreign`` (ids of tiles of commodities not in the cost, TR-4.5),
      ``needless`` (ids of tiles any one of which is too many, TR-4.6), ``rule``;
    - ``asks``: null, or what yes would answer to the question before a pass (TR-11.2): ``could_not`` or
      ``would_not``.
    """
    if not isinstance(state.phase, states.Placing):
        return None
    groups = offers.groups_paid_by_tapped_tiles(state, memory)
    return {
        "tiles": list(state.table.pool.tile_ids(memory.tapped)),
        "ways": [
            {
                "kind": group.shown.kind,
                "adjacent": group.shown.is_adjacent,
                "gains": group.shown.gains,
                "fields": [offer.field_name for offer in group.builds if offer.field_name is not None],
                "chosen": (group.shown.field_name or True) if group.chosen else None,
            }
            for group in groups
        ],
        "gaps": [
            {
                "kind": gap.kind,
                "adjacent": gap.adjacent,
                "missing": dict(zip(COMMODITIES, gap.missing, strict=True)),
                "foreign": list(gap.of_other_commodities),
                "needless": list(gap.needless),
                "rule": gap.broken_rule,
            }
            for gap in (payment_faults_by_distance(state, memory.tapped) if memory.tapped and not groups else ())
        ],
        "asks": None if not memory.asking else "could_not" if memory.turned % 2 else "would_not",
    }


COPIED_STATE_KEYS = (
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

RULE_LIMITS = {"rounds": MAX_ROUNDS, "statues_each": STATUES_PER_PLAYER}
"""Limits in the rules that the page shows beside the game's numbers (TR-8.1, TR-8.2)."""


def view_afterwards(state: states.State, memory: Memory) -> dict[str, Any]:
    """See ``Revealing``: in the taxes all but the tiles set aside lie face up."""
    robbed = isinstance(state.phase, states.Robbing | states.LastTiles)
    return _view(state, memory, hidden=not robbed and not are_tiles_face_up(state))


def view(state: states.State | None, memory: Memory) -> dict[str, Any]:
    """Return the public view. In the taxes it hides the tiles taken, their values and sums.

    - ``round``, ``phase``, ``to_act``, ``hourglass``, ``demand``, ``supply``, ``chronicle``, ``winner``, ``ending`` as
      in the canonical state; ``rounds`` and ``statues_each``, limits of the rules; ``variant``, ``map``,
      ``frames`` of the tiles in play;
    - ``prices`` of fields that touch, as printed: ``kind``, ``statues``, ``cost`` by commodity;
    - ``players`` in seat order: ``color``, ``rank``, ``mercy``, ``supporters``, ``placed``, ``tiles`` (a number),
      ``castle`` (faces; null while hidden), ``set_aside`` (a number), ``confirmed``, ``lacks`` (symbols by commodity
      for the nearest price of a free field; null while the player can build, and outside ``statues``);
    - ``placement_round``, from 1; null outside ``statues``;
    - ``people``: ``tiles`` (a number), ``faces`` and ``left`` by commodity (null while hidden); ``set_aside``;
    - ``columns``, ``rows`` of region tiles; ``regions``: ``slot``, ``tile``, ``turns``, ``kinds`` (nine as they lie,
      null when face down); ``fields``: ``owner`` and ``statues`` by name;
    - ``first_fields``: pastures open to a first statue;
    - ``payable``: what can be built, first what exactly the tapped tiles pay for, most statues first, then what
      touches: ``field`` (with ``honour`` none), ``kind``, ``adjacent``, ``statues``, and ``ways`` to pay, least
      wasteful first: ``tiles`` (ids), ``gains``;
    - ``tapped``: ids of the tapped tiles; ``payment``: what they pay for or lack, null outside
      ``statues``, see ``payment_view``;
    - ``reveal``, null unless due: ``count``, ``slots`` (face down), ``free_tiles`` (out of the frame so far);
    - ``tumults``: ``commodity``, ``left``, ``demand``, ``greediest``, ``greed``, ``costs`` (supporters), ``kept``,
      ``returned`` (faces).

    A face is ``{"id", "commodity", "value"}``. Before a game, only ``phase``, ``players`` and the limits are there.
    """
    if state is None:
        return {"phase": "none", "players": [], **RULE_LIMITS}
    return _view(state, memory, hidden=not are_tiles_face_up(state))


def _view(state: states.State, memory: Memory, *, hidden: bool) -> dict[str, Any]:
    public = states.state_to_mapping(state, 0)
    return {
        **{key: public[key] for key in COPIED_STATE_KEYS},
        **RULE_LIMITS,
        "variant": state.table.variant,
        "map": state.table.map,
        "frames": list(FRAMES_BY_PLAYER_COUNT[len(state.players)]),
        "prices": [
            {"kind": kind, "statues": statues, "cost": state.table.edition.costs[kind]}
            for kind, statues in STATUES_BY_KIND.items()
        ],
        "players": [
            _player_view(state, memory, Seat(seat), player, hidden=hidden)
            for seat, player in enumerate(public["players"])
        ],
        "placement_round": state.phase.placement_round if isinstance(state.phase, states.Placing) else None,
        "people": {
            "tiles": state.people_tiles.bit_count(),
            "faces": None if hidden else _face_views(state, state.people_tiles),
            "left": None
            if hidden
            else dict(zip(COMMODITIES, state.table.pool.symbol_counts(state.people_tiles), strict=True)),
        },
        "set_aside": state.set_aside.bit_count(),
        "columns": len(state.players),
        "rows": 2,
        "regions": [{**region, "kinds": _field_kinds_of_region(state, region)} for region in public["regions"]],
        "first_fields": [country.FIELD_NAMES[bit] for bit in country.iter_bit_indexes(first_statue_fields(state))],
        "tumults": [_tumult_view(state, tumult) for tumult in state.tumults],
        "tapped": list(state.table.pool.tile_ids(memory.tapped)),
        "payable": _payable_builds(state, memory),
        "payment": payment_view(state, memory),
        "reveal": _reveal_choices(state),
    }


def _player_view(
    state: states.State, memory: Memory, seat: Seat, public: Mapping[str, Any], *, hidden: bool
) -> dict[str, Any]:
    tiles, castle = state.players[seat].castle, CastleId(state.color(seat))
    return {
        **public,
        "tiles": tiles.bit_count(),
        "castle": None if hidden else _face_views(state, tiles),
        "set_aside": memory.set_aside_count(state, castle),
        "confirmed": memory.has_confirmed(state, castle),
        "lacks": _lacking_symbols(state, seat) if isinstance(state.phase, states.Placing) else None,
    }


def _lacking_symbols(state: states.State, seat: Seat) -> dict[str, int] | None:
    """Return what is missing to build (TR-4.5); None if nothing is, or without tiles; {} if no field is free."""
    castle = state.players[seat].castle
    if not castle:
        return None
    missing = [judge_payment(state.table.pool, castle, group.cost).missing for group in site_groups(state, seat)]
    least = min(missing, key=sum, default=None)
    if least is not None and not any(least):
        return None
    return {name: number for name, number in zip(COMMODITIES, least or (), strict=False) if number}


def _face_views(state: states.State, tiles: country.TileSet) -> list[dict[str, Any]]:
    faces = [state.table.pool.tiles[bit] for bit in country.iter_bit_indexes(tiles)]
    return [{"id": tile.id, "commodity": tile.commodity, "value": tile.value} for tile in faces]


def _tumult_view(state: states.State, tumult: states.Tumult) -> dict[str, Any]:
    bits = state.table.pool.bits
    return {
        **struct_to_mapping(tumult),
        "costs": TUMULT_COST_SUPPORTERS,
        "kept": _face_views(state, bits[tumult.kept])[0] if tumult.kept is not None else None,
        "returned": _face_views(state, sum(bits[tile] for tile in tumult.returned)),
    }


def _field_kinds_of_region(state: states.State, region: Mapping[str, Any]) -> list[str] | None:
    """Return the nine kinds of a region as it lies; None if face down."""
    found = [each for each in state.table.edition.regions if each.id == region["tile"]]
    return list(country.rotated_field_kinds(found[0], region["turns"])) if found else None


def _payable_builds(state: states.State, memory: Memory) -> list[dict[str, Any]]:
    if state.seat_to_act is None:
        return []
    paid = offers.offers_paid_by(state, memory.tapped)
    paid_sites = {(build.price, build.field) for build in paid}
    others = sorted(
        (build for build in offers.least_wasteful_builds(state) if (build.price, build.field) not in paid_sites),
        key=lambda build: (-STATUES_BY_KIND[build.kind], not build.is_adjacent, -build.gains),
    )
    ways = {
        option.price: _ways_to_pay(state, option)
        for option in {each.price: each for each in build_options(state)}.values()
    }
    statues_left = STATUES_PER_PLAYER - state.players[state.seat_to_act].placed
    return [
        {
            "kind": build.kind,
            "adjacent": build.is_adjacent,
            "statues": min(STATUES_BY_KIND[build.kind], statues_left),
            "ways": found,
        }
        | ({} if build.field_name is None else {"field": build.field_name})
        for build, found in [
            *((build, [_way_to_mapping(build)]) for build in paid),
            *((build, ways[build.price]) for build in others),
        ]
    ]


def _ways_to_pay(state: states.State, option: BuildOption) -> list[dict[str, Any]]:
    builds = (choose_build(state, option, payment) for payment in option.payments)
    return [_way_to_mapping(build) for build in sorted(builds, key=lambda build: build.gains)]


def _way_to_mapping(build: ChosenBuild) -> dict[str, Any]:
    return {"tiles": list(build.build.tiles), "gains": build.gains}


def _reveal_choices(state: states.State) -> dict[str, Any] | None:
    """Return which region tiles may be turned up, and where (TR-6.3)."""
    if not isinstance(state.phase, states.Coronation):
        return None
    if not isinstance(state.land, country.Country):
        return {"count": state.phase.due, "slots": [], "free_tiles": []}
    lying = {lie.tile for lie in state.land.slots}
    return {
        "count": state.phase.due,
        "slots": [slot for slot, lie in enumerate(state.land.slots) if lie.tile is None],
        "free_tiles": [region.id for region in state.table.edition.regions if region.id not in lying],
    }
