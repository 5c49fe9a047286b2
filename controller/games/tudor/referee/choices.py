"""Choices that no taken token tells: cards, chambers, chairs, spaces; by the name of the action, with what is asked."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, Final

from controller.games.tudor.referee.narrowing import Features
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.lots import (
    AnyCards,
    BonusMoves,
    CardPairs,
    Exchanges,
    Lot,
    Payments,
    RingSwaps,
    TokenSwaps,
    Trades,
)
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.options import Option


def _card(place: int) -> Callable[[Any], Hashable]:
    return lambda move: move.cards[place] if place < len(move.cards) else None


FEATURES: Final[dict[type, Features]] = {
    moves.GainCards: (("card-1", _card(0)), ("card-2", _card(1)), ("back", lambda move: move.back)),
    moves.Exchange: (
        ("give-1", lambda move: move.give[0]),
        ("give-2", lambda move: move.give[1]),
        ("card-1", lambda move: move.take),
    ),
    moves.TokenForCard: (("card-1", lambda move: move.card),),
    moves.BuyCard: (("card-1", lambda move: move.card),),
    moves.Bench: (("chair", lambda move: (move.chamber, move.chair)), ("chamber", lambda move: move.to)),
    moves.ChangeChairs: (("chairs", lambda move: (move.chamber, *move.chairs)),),
    moves.Banish: (("space", lambda move: move.space),),
    moves.Recall: (("space", lambda move: move.space),),
    moves.Assign: (("chamber", lambda move: move.chamber),),
    moves.PlaceLord: (("chamber", lambda move: move.chamber),),
}
"""What is asked of each kind of move, in this order; of others nothing."""

_NAMES: Final[dict[type, str]] = {
    BonusMoves: "move",
    RingSwaps: "B",
    CardPairs: "D",
    AnyCards: "F",
    Exchanges: "exchange",
    TokenSwaps: "right",
    Trades: "left",
    moves.SwapRings: "B",
    moves.Exchange: "exchange",
    moves.SwapTokens: "right",
    moves.TradeRings: "left",
    moves.BonusMove: "move",
    moves.Stroll: "left",
    moves.Jump: "right",
    moves.Bench: "left",
    moves.TokenForCard: "left",
    moves.BuyCard: "left",
    moves.ChangeChairs: "right",
    moves.Banish: "right",
    moves.Recall: "recall",
    moves.Ambassador: "ambassador",
    moves.Decline: "decline",
    moves.EndTurn: "end_turn",
    moves.Assign: "assign",
    moves.Pass: "pass",
    moves.PlaceLord: "place_lord",
}

ORDER: Final = (
    "assign",
    "place_lord",
    *"ABCDEFGH",
    "ambassador",
    "end_turn",
    "left",
    "right",
    "decline",
    "move",
    "exchange",
    "recall",
    "pass",
)
"""What is likeliest comes first; figures before all."""


def name_of(option: Option) -> Hashable:
    """What people choose by: the letter or name of the action, or the figure itself."""
    if isinstance(option, moves.Activate):
        return option
    return option.letter if isinstance(option, moves.Walk | Payments | moves.GainCards) else _NAMES[type(option)]


def each(option: Option) -> Iterator[Move]:
    """The moves of an option; where an order makes no difference in both, since people say one after the other."""
    if not isinstance(option, Lot):
        yield option
        return
    for move in option:
        yield move
        match move:
            case moves.GainCards(seat, letter, (one, other), back) if one != other:
                yield moves.GainCards(seat, letter, (other, one), back)
            case moves.Exchange(seat, (one, other), take) if one != other:
                yield moves.Exchange(seat, (other, one), take)
            case _:
                pass
