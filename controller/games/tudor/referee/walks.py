"""Walks: every move of a courtier that people may mean, and what is asked of it (TU-7, TU-9, TU-11.2, TU-12)."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from controller.games.tudor.box.words import FACTIONS
from controller.games.tudor.referee.narrowing import Question, narrowed
from controller.games.tudor.referee.reading import Asked, Begun, Offered, Told
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.board import Path, Space
from controller.games.tudor.rules.lots import ANY_CARD, BonusMoves, Payments
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option
from controller.games.tudor.rules.state import EMPTY, State
from controller.games.tudor.rules.table import Faction, Seat, Token

BONUS_MOVE: Final = "move"
LEFT: Final = "left"
RIGHT: Final = "right"


class Walk(Struct, frozen=True):
    """A courtier's way, by what it is done.

    Attributes:
        what: a letter, the bonus move, or a side of the scenario card.
        begun: the figure that is activated with it.
        origin: a space or ``SUPPLY``.
        needs: the card for each space, or ``ANY_CARD``; empty where none is paid.
        brings: whether one of the cards paid may come back (TU-10.5).
    """

    what: str
    begun: Begun
    origin: Space
    path: Path
    needs: tuple[Faction, ...] = ()
    brings: bool = False


def walks(options: Iterable[Option], begun: Begun = None) -> list[Walk]:
    """Those among the options."""
    found = []
    for option in options:
        match option:
            case moves.Walk(letter=letter, origin=origin, path=path, cards=cards):
                found.append(Walk(letter, begun, origin, path, cards))
            case Payments(letter=letter, origin=origin, path=path, needs=needs, bonus=bonus):
                found.append(Walk(letter, begun, origin, path, needs, bonus))
            case moves.Stroll(origin=origin, path=path):
                found.append(Walk(LEFT, begun, origin, path))
            case moves.Jump(origin=origin, to=to):
                found.append(Walk(RIGHT, begun, origin, (to,)))
            case BonusMoves(steps=steps):
                found += [Walk(BONUS_MOVE, begun, origin, path) for origin, path in steps]
            case _:
                pass
    return found


def taken(state: State, path: Path) -> tuple[Token, ...]:
    """The tokens of a path, in order (TU-7.8)."""
    return tuple([state.tokens[space] for space in path if state.tokens[space] != EMPTY])


FEATURES: Final = (
    ("what", lambda walk: walk.what),
    ("origin", lambda walk: walk.origin),
    ("path", lambda walk: walk.path),
    ("figure", lambda walk: walk.begun),
)


def asked_of(
    seat: Seat, fitting: Sequence[Walk], picks: Mapping[str, Hashable], spent: tuple[Token, ...]
) -> Asked | Offered:
    """What is to be said yet of one of the fitting walks, or the one that is left."""
    left, question = narrowed(fitting, FEATURES, picks)
    walk = left[0]
    what = walk.what if all(each.what == walk.what for each in left) else ""
    origin = walk.origin if all(each.origin == walk.origin for each in left) else None
    if question is not None:
        return Asked(question, Told(what, origin, walk.path, spent=spent))
    cards = list(walk.needs)
    for place, need in enumerate(walk.needs):
        if need == ANY_CARD:
            card = picks.get(f"pay-{place}")
            told = Told(what, origin, walk.path, tuple(card for card in cards if card != ANY_CARD), spent=spent)
            if not isinstance(card, int):
                return Asked(Question(f"pay-{place}", tuple(range(FACTIONS))), told)
            cards[place] = card
    told = Told(what, origin, walk.path, tuple(cards), spent=spent)
    bonus: Faction | None = None
    if walk.brings:
        values = (*sorted(set(cards)), None)
        if "bonus" not in picks or picks["bonus"] not in values:
            return Asked(Question("bonus", values), told)
        picked = picks["bonus"]
        bonus = picked if isinstance(picked, int) else None
    move = _move(seat, walk, tuple(cards), bonus, spent)
    return Offered((move,) if walk.begun is None else (walk.begun, move), told)


def _move(seat: Seat, walk: Walk, cards: tuple[Faction, ...], bonus: Faction | None, spent: tuple[Token, ...]) -> Move:
    if walk.what == BONUS_MOVE:
        return moves.BonusMove(seat, walk.origin, walk.path, spent)
    if walk.what == LEFT:
        return moves.Stroll(seat, walk.origin, walk.path)
    if walk.what == RIGHT:
        return moves.Jump(seat, walk.origin, walk.path[0])
    letter = walk.what
    assert letter in {"A", "C", "E", "G"}
    return moves.Walk(seat, letter, walk.origin, walk.path, cards, bonus)  # type: ignore[arg-type]
