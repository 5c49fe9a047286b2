"""Misplaced: which tiles lie elsewhere than the log has them, in words that tell no more than people may know."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from controller.games.contract.corrections import Move
from controller.games.contract.ids import PieceId
from controller.games.contract.texts import Text
from controller.games.tumult_royale.rules.chapters.shared import place_of
from controller.games.tumult_royale.rules.state import State
from controller.games.tumult_royale.show.pieces import tiles_lie_open


def places(state: State) -> dict[PieceId, str]:
    """Where each tile in play lies by the log: a colour, ``people`` or ``set_aside``."""
    return {tile: place_of(state, bit) for tile, bit in state.table.pool.bits.items()}


def misplaced(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
    """What is to be moved so that tiles that ``lie`` there lie as in the log.

    Tiles that lie face down, and those set aside, are only counted, unless all have ``seen`` them in this round
    (design: nobody sees what was taken).
    """
    return tuple(_moves(state, lie, seen))


def _moves(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    is_open, pool = tiles_lie_open(state), state.table.pool
    hidden: Counter[tuple[str, str]] = Counter()
    for tile, belongs in places(state).items():
        lies = lie.get(tile, belongs)
        if lies == belongs:
            continue
        if tile not in seen and (not is_open or "set_aside" in {lies, belongs}):
            hidden[lies, belongs] += 1
            continue
        printed = pool.tiles[pool.bits[tile].bit_length() - 1]
        face = Text("tile-face", {"commodity": Text(printed.commodity), "value": printed.value})
        yield Move(face, _at(lies), _at(belongs))
    for (lies, belongs), count in hidden.items():
        yield Move(Text("screen-move-hidden", {"count": count}), _at(lies), _at(belongs))


def _at(place: str) -> Text:
    return Text(f"at-{place.replace('_', '-')}")
