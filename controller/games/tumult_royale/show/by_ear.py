"""Texts for speech: what a tile is, how the game stands, what is possible."""

from collections.abc import Iterator

from controller.games.contract.effects import PieceDescription, TextScreen
from controller.games.contract.values import CastleId, PieceId, Text
from controller.games.tumult_royale.box.words import (
    COMMODITIES,
    STATUES_BY_KIND,
    STATUES_PER_PLAYER,
    Kind,
    Seat,
    tile_face_text,
)
from controller.games.tumult_royale.referee.memory import Memory
from controller.games.tumult_royale.rules.actions import Refusal
from controller.games.tumult_royale.rules.chapters.shared import are_tiles_face_up
from controller.games.tumult_royale.rules.country import FIELD_NAMES, Country, TileSet, iter_bit_indexes
from controller.games.tumult_royale.rules.options import BuildOption, build_options, first_statue_fields
from controller.games.tumult_royale.rules.payments import Payment
from controller.games.tumult_royale.rules.ranks import MAX_ROUNDS
from controller.games.tumult_royale.rules.state import Placing, Robbing, State
from controller.games.tumult_royale.show.view import place_name_of_tile, public_face
from controller.games.tumult_royale.show.waiting import waiting


def describe_piece(state: State | None, _castle: CastleId, piece: PieceId) -> PieceDescription:
    """Return a tile's face and place; while the hourglass runs, only the lifting castle hears them (TR-2.3)."""
    if state is None or piece not in state.table.pool.bits:
        return PieceDescription(Text("heard-not-in-play"))
    where = Text(f"heard-at-{place_name_of_tile(state, state.table.pool.bits[piece])}")
    try:
        seen = public_face(state, piece)
    except Refusal:
        return PieceDescription(Text("heard-closed", {"where": where}))
    tile = tile_face_text(str(seen["commodity"]), int(seen["value"]))
    return PieceDescription(Text("heard-tile", {"tile": tile, "where": where}), hidden=isinstance(state.phase, Robbing))


def describe_state(state: State, _memory: Memory) -> tuple[Text, ...]:
    """Return sentences about round, demand, castles from the king down, people and map."""
    return tuple(_iter_state_texts(state))


def _iter_state_texts(state: State) -> Iterator[Text]:
    seats = [Seat(seat) for seat in state.ranked]
    yield Text("heard-round", {"round": state.round, "rounds": MAX_ROUNDS, "king": Text(state.color(state.king))})
    for commodity, demand in zip(COMMODITIES, state.demand, strict=True):
        if demand is not None:
            yield Text("heard-demand", {"commodity": Text(commodity), "demand": demand})
    for seat in seats:
        player = state.players[seat]
        numbers = {"supporters": player.supporters, "placed": player.placed, "most": STATUES_PER_PLAYER}
        yield Text("heard-castle", {"color": Text(state.color(seat)), "rank": state.rank(seat), **numbers})
        if player.mercy:
            yield Text("heard-mercy", {"color": Text(state.color(seat))})
        yield _tiles_text(state, Text(state.color(seat)), player.castle)
    yield _tiles_text(state, Text("place-people"), state.people_tiles)
    yield Text("heard-aside", {"count": state.set_aside.bit_count()})
    yield Text("heard-supply", {"count": state.supporters_in_supply})
    for tumult in state.tumults:
        names = {"commodity": Text(tumult.commodity), "color": Text(tumult.greediest)}
        yield Text("heard-tumult", names)
    if isinstance(state.land, Country):
        for seat in seats:
            fields = _field_texts(state.land, state.players[seat].fields)
            yield Text("heard-fields", {"color": Text(state.color(seat)), "count": len(fields), "fields": fields})
    yield Text("heard-face-down", {"count": state.land.face_down})


def _tiles_text(state: State, whose: Text, tiles: TileSet) -> Text:
    count = tiles.bit_count()
    if not count or not are_tiles_face_up(state):
        return Text("heard-tiles-closed", {"whose": whose, "count": count})
    pool = state.table.pool
    faces = tuple(tile_face_text(pool.tiles[bit].commodity, pool.tiles[bit].value) for bit in iter_bit_indexes(tiles))
    return Text("heard-tiles", {"whose": whose, "tiles": faces})


def _field_texts(land: Country, fields: int) -> tuple[Text, ...]:
    return tuple(_field_text(land.kind_on[1 << bit], FIELD_NAMES[bit]) for bit in iter_bit_indexes(fields))


def describe_choices(state: State, memory: Memory) -> tuple[Text, ...]:
    """Return each possible build with each payment, most statues first; in other phases what the console asks."""
    if isinstance(state.phase, Placing):
        return (*_iter_build_texts(state), Text("wait-pass"))
    fields = first_statue_fields(state)
    if fields:
        return tuple(Text("heard-first", {"field": FIELD_NAMES[bit]}) for bit in iter_bit_indexes(fields))
    waits = waiting(state, memory)
    if not isinstance(waits.screen, TextScreen):
        return (Text("heard-rob"),)
    asked = tuple(line for line in (*waits.screen.lines, waits.screen.footer) if line is not None)
    if waits.step != "set_aside":
        return asked
    return (Text("heard-set-aside", {"count": state.people_tiles.bit_count()}), *asked)


def _iter_build_texts(state: State) -> Iterator[Text]:
    alike: dict[tuple[Kind, bool], list[BuildOption]] = {}
    for option in build_options(state):
        alike.setdefault((option.kind, option.adjacent), []).append(option)
    seat = state.seat_to_act
    left = 0 if seat is None else STATUES_PER_PLAYER - state.players[seat].placed
    for kind, adjacent in sorted(alike, key=lambda each: (-STATUES_BY_KIND[each[0]], not each[1])):
        sites = alike[kind, adjacent]
        what = Text("offer-touching" if adjacent else "offer-double", {"kind": Text(kind)})
        fields = tuple(
            Text("heard-field-name", {"field": site.field_name}) for site in sites if site.field_name is not None
        )
        if fields:
            yield Text("heard-sites", {"what": what, "fields": fields})
        for payment in sorted(sites[0].payments, key=lambda payment: payment.gains):
            tiles, statues = _payment_texts(payment), min(STATUES_BY_KIND[kind], left)
            yield Text("heard-build", {"what": what, "statues": statues, "tiles": tiles, "gains": payment.gains})


def _payment_texts(payment: Payment) -> tuple[Text, ...]:
    values = zip(COMMODITIES, (payment.bread, payment.marble, payment.tools), strict=True)
    return tuple(tile_face_text(commodity, value) for commodity, each in values for value in each)


def _field_text(kind: Kind, field: str) -> Text:
    return Text("offer-field", {"kind": Text(kind), "field": field})
