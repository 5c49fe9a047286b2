"""Misplaced: which pieces lie elsewhere than the log has them, in words that tell no more than people may know."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from controller.games.contract.corrections import Move
from controller.games.contract.ids import PieceId
from controller.games.contract.texts import Text
from controller.games.tudor.referee.places import Place, place_of
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import words

HIDDEN: frozenset[str] = frozenset({"bag", "gone"})
"""Where nobody sees a face, besides behind screens, which are named after their castles."""


def places(state: State) -> dict[PieceId, str]:
    """Where each piece lies by the log: a castle, a space, ``stand``, ``spent``, ``bag`` or ``gone``."""
    pieces = state.table.pieces
    found = {}
    for piece in (*pieces.tokens, *pieces.rings):
        place = place_of(state, piece)
        assert place is not None
        found[piece] = _name(state, place)
    return found


def _name(state: State, place: Place) -> str:
    if place.where in {"screen", "hand"}:
        return state.table.gates[place.seat]
    return str(state.table.board.names[place.space]) if place.where == "space" else place.where


def misplaced(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
    """What is to be moved so that pieces that ``lie`` there lie as in the log.

    Tokens that go from one hidden place to another are only counted, unless all have ``seen`` them.
    """
    return tuple(_moves(state, lie, seen))


def _moves(state: State, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> Iterator[Move]:
    hidden: Counter[tuple[str, str]] = Counter()
    for piece, belongs in places(state).items():
        lies = lie.get(piece, belongs)
        if lies == belongs:
            continue
        ring = state.table.pieces.ring_numbers.get(piece)
        if ring is None and piece not in seen and _hides(state, lies) and _hides(state, belongs):
            hidden[lies, belongs] += 1
        else:
            yield Move(_face(state, piece), _at(state, lies), _at(state, belongs))
    for (lies, belongs), count in hidden.items():
        yield Move(Text("tudor-move-hidden", {"count": count}), _at(state, lies), _at(state, belongs))


def _hides(state: State, place: str) -> bool:
    return place in HIDDEN or place in state.table.gates


def _face(state: State, piece: PieceId) -> Text:
    pieces = state.table.pieces
    if piece in pieces.ring_numbers:
        return Text("tudor-move-ring", {"faction": words.ring(state.table, pieces.ring_numbers[piece])})
    faction = pieces.token_factions[pieces.token_numbers[piece]]
    return Text("tudor-move-token", {"faction": words.faction(state.table, faction)})


def _at(state: State, place: str) -> Text:
    if place in state.table.gates:
        return Text(place)
    return Text("tudor-at-space", {"space": place}) if place in state.table.board.numbers else Text(f"tudor-at-{place}")
