"""From the names of a log to the numbers of a game, and back."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from controller.games.tudor.box.edition import CHAMBERS, Side
from controller.games.tudor.rules import actions, moves
from controller.games.tudor.rules.actions import LaidHand, Refusal
from controller.games.tudor.rules.moves import Done, Move
from controller.games.tudor.rules.state import LORD, Hand, State
from controller.games.tudor.rules.table import SUPPLY, Chamber, Faction, Path, RingNumber, Seat, Space, Table, Token

FROM_SUPPLY: Final = "supply"
"""What a log has for ``SUPPLY``."""


def resolve(state: State, action: actions.Action) -> Move:
    """The move that ``action`` describes in this game.

    Raises:
        Refusal: it names something that is not there (``LOG``).
    """
    return _RESOLVERS[type(action)](state.table, action)


def _seat(table: Table, color: str) -> Seat:
    seat = table.seats.get(color)
    if seat is None:
        raise Refusal("LOG", "player-unknown", seen=color)
    return seat


def _ring(table: Table, id_: str) -> RingNumber:
    ring = table.pieces.ring_numbers.get(id_)
    if ring is None:
        raise Refusal("LOG", "ring-unknown", seen=id_)
    return ring


def _token(table: Table, id_: str) -> Token:
    token = table.pieces.token_numbers.get(id_)
    if token is None:
        raise Refusal("LOG", "token-unknown", seen=id_)
    return token


def _faction(table: Table, name: str) -> Faction:
    faction = table.factions.get(name)
    if faction is None:
        raise Refusal("LOG", "faction-unknown", seen=name)
    return faction


def _factions(table: Table, names: tuple[str, ...]) -> tuple[Faction, ...]:
    return tuple([_faction(table, name) for name in names])


def _space(table: Table, name: str) -> Space:
    space = table.board.numbers.get(name)
    if space is None:
        raise Refusal("LOG", "space-unknown", seen=name, last=table.board.names[-1])
    return space


def _path(table: Table, names: tuple[str, ...]) -> Path:
    return tuple([_space(table, name) for name in names])


def _origin(table: Table, name: str) -> Space:
    return SUPPLY if name == FROM_SUPPLY else _space(table, name)


def _chamber(number: int) -> Chamber:
    if not 1 <= number <= CHAMBERS:
        raise Refusal("LOG", "chamber-unknown", seen=number)
    return number - 1


def _chair(table: Table, number: int) -> int:
    if not 1 <= number <= table.chairs:
        raise Refusal("LOG", "chair-unknown", seen=number, last=table.chairs)
    return number - 1


def _hand(table: Table, laid: LaidHand) -> Hand:
    return tuple(
        [
            tuple([_ring(table, id_) for id_ in finger])
            for finger in (laid.thumb, laid.index, laid.middle, laid.ring, laid.pinky)
        ]
    )


def _optional(table: Table, name: Any) -> Faction | None:
    return None if name is UNSET else _faction(table, name)


def _activate(table: Table, action: actions.Activate) -> Move:
    if isinstance(action.chair, str):
        if action.chair != "lord":
            raise Refusal("LOG", "chair-unknown", seen=action.chair, last=table.chairs)
        chair = LORD
    else:
        chair = _chair(table, action.chair)
    return moves.Activate(_seat(table, action.player), _chamber(action.chamber), chair)


def _walk(table: Table, action: actions.ActStep | actions.ActWalk | actions.ActClimb) -> Move:
    return moves.Walk(
        _seat(table, action.player),
        action.action,
        _origin(table, action.from_),
        _path(table, action.path),
        () if isinstance(action, actions.ActStep) else _factions(table, action.cards),
        _optional(table, action.card) if isinstance(action, actions.ActClimb) else None,
    )


def _swap(table: Table, action: actions.ActSwap) -> Move:
    swaps = tuple([(_ring(table, swap.take), _ring(table, swap.give)) for swap in action.swaps])
    return moves.SwapRings(_seat(table, action.player), swaps, _optional(table, action.card))


def _gain(table: Table, action: actions.ActPair | actions.ActAny) -> Move:
    back = _optional(table, action.back) if isinstance(action, actions.ActAny) else None
    return moves.GainCards(_seat(table, action.player), action.action, _factions(table, action.cards), back)


_FIELDS: Final[dict[tuple[int, Side], tuple[str, ...]]] = {
    (1, "left"): ("chamber", "chair", "to"),
    (1, "right"): ("spaces",),
    (2, "left"): ("card",),
    (2, "right"): ("chamber", "chairs"),
    (3, "left"): ("card",),
    (3, "right"): ("from_", "to"),
    (4, "left"): ("mine", "theirs"),
    (5, "left"): ("from_", "path"),
    (5, "right"): ("space",),
}
"""What ``scenario`` holds beside ``player`` and ``side``, by card and side."""

_ALL_FIELDS: Final = ("chamber", "chair", "to", "spaces", "card", "chairs", "from_", "mine", "theirs", "path", "space")


def _scenario(table: Table, action: actions.Scenario) -> Move:
    """What the side of this game's card asks for (TU-12)."""
    card, side = table.scenario, action.side
    fields = _FIELDS.get((card, side))
    if fields is None:
        raise Refusal("LOG", "side-unknown", side=side, card=card)
    given: Any = {name: value for name in _ALL_FIELDS if (value := getattr(action, name)) is not UNSET}
    if given.keys() != set(fields):
        wanted = ", ".join(name.removesuffix("_") for name in fields)
        raise Refusal("LOG", "scenario-fields", card=card, side=side, fields=wanted)
    seat = _seat(table, action.player)
    if isinstance(given.get("to"), int) != (card == 1) and "to" in given:
        raise Refusal("LOG", "shape", do="scenario", detail="`to` is a chamber with card 1, a space with card 3")
    if (card, side) == (1, "left"):
        to = _chamber(given["to"])
        return moves.Bench(seat, _chamber(given["chamber"]), _chair(table, given["chair"]), to)
    if (card, side) == (1, "right"):
        return moves.SwapTokens(seat, _path(table, given["spaces"]))
    if (card, side) == (2, "left"):
        return moves.TokenForCard(seat, _faction(table, given["card"]))
    if (card, side) == (2, "right"):
        chairs = tuple([_chair(table, chair) for chair in given["chairs"]])
        return moves.ChangeChairs(seat, _chamber(given["chamber"]), chairs)
    if (card, side) == (3, "left"):
        return moves.BuyCard(seat, _faction(table, given["card"]))
    if (card, side) == (3, "right"):
        return moves.Jump(seat, _space(table, given["from_"]), _space(table, given["to"]))
    if card == 4:
        return moves.TradeRings(seat, _ring(table, given["mine"]), _ring(table, given["theirs"]))
    if side == "left":
        return moves.Stroll(seat, _origin(table, given["from_"]), _path(table, given["path"]))
    return moves.Banish(seat, _space(table, given["space"]))


def _amend(table: Table, action: actions.Amend) -> Move:
    if action.cards is not UNSET:
        return moves.AmendCards(
            tuple(
                (_seat(table, color), _faction(table, name), change)
                for color, changes in action.cards.items()
                for name, change in changes.items()
            )
        )
    if action.prestige is not UNSET:
        return moves.AmendPrestige(tuple((_seat(table, color), change) for color, change in action.prestige.items()))
    assert action.swap is not UNSET
    return moves.AmendSwap(_path(table, action.swap))


_RESOLVERS: Final[dict[type, Callable[[Table, Any], Move]]] = {
    actions.ChooseRing: lambda table, it: moves.ChooseRing(_seat(table, it.player), _ring(table, it.ring)),
    actions.Wear: lambda table, it: moves.Wear(_seat(table, it.player), _hand(table, it.hand)),
    actions.Assign: lambda table, it: moves.Assign(_seat(table, it.player), _chamber(it.chamber)),
    actions.Pass: lambda table, it: moves.Pass(_seat(table, it.player)),
    actions.Recall: lambda table, it: moves.Recall(_seat(table, it.player), _space(table, it.space)),
    actions.PlaceLord: lambda table, it: moves.PlaceLord(_seat(table, it.player), _chamber(it.chamber)),
    actions.Activate: _activate,
    actions.ActStep: _walk,
    actions.ActSwap: _swap,
    actions.ActWalk: _walk,
    actions.ActPair: _gain,
    actions.ActClimb: _walk,
    actions.ActAny: _gain,
    actions.ActOwn: lambda table, it: moves.GainCards(_seat(table, it.player), "H", (_faction(table, it.card),)),
    actions.Move: lambda table, it: moves.BonusMove(
        _seat(table, it.player),
        _origin(table, it.from_),
        _path(table, it.path),
        tuple([_token(table, id_) for id_ in it.tokens]),
    ),
    actions.Exchange: lambda table, it: moves.Exchange(
        _seat(table, it.player), _factions(table, it.give), _faction(table, it.take)
    ),
    actions.Scenario: _scenario,
    actions.Ambassador: lambda table, it: moves.Ambassador(_seat(table, it.player)),
    actions.Decline: lambda table, it: moves.Decline(_seat(table, it.player)),
    actions.Draw: lambda table, it: moves.Draw(_token(table, it.token)),
    actions.TakeRing: lambda table, it: moves.TakeRing(
        _seat(table, it.player), _ring(table, it.ring), _hand(table, it.hand)
    ),
    actions.EndTurn: lambda table, it: moves.EndTurn(_seat(table, it.player)),
    actions.Amend: _amend,
}


def as_action(table: Table, move: Move) -> actions.Action:
    return _TELLERS[type(move)](table, move)


def _player(table: Table, move: Done) -> str:
    return table.colors[move.seat]


def _telling_origin(table: Table, origin: Space) -> str:
    return FROM_SUPPLY if origin == SUPPLY else table.board.names[origin]


def _telling_hand(table: Table, hand: Hand) -> LaidHand:
    rings = table.pieces.rings
    return LaidHand(*[tuple([str(rings[ring]) for ring in finger]) for finger in hand])


def _telling_walk(table: Table, move: moves.Walk) -> actions.Action:
    player, origin, path = _player(table, move), _telling_origin(table, move.origin), table.board.named(move.path)
    cards = table.factions_named(move.cards)
    if move.letter == "A":
        return actions.ActStep(player, "A", origin, path)
    if move.letter == "E":
        bonus = UNSET if move.bonus is None else table.names[move.bonus]
        return actions.ActClimb(player, "E", origin, path, cards, bonus)
    return actions.ActWalk(player, "C" if move.letter == "C" else "G", origin, path, cards)


def _telling_swap(table: Table, move: moves.SwapRings) -> actions.Action:
    rings = table.pieces.rings
    swaps = tuple(actions.Swap(rings[take], rings[give]) for take, give in move.swaps)
    return actions.ActSwap(_player(table, move), "B", swaps, UNSET if move.card is None else table.names[move.card])


def _telling_gain(table: Table, move: moves.GainCards) -> actions.Action:
    player, cards = _player(table, move), table.factions_named(move.cards)
    if move.letter == "H":
        return actions.ActOwn(player, "H", cards[0])
    if move.letter == "D":
        return actions.ActPair(player, "D", cards)
    return actions.ActAny(player, "F", cards, UNSET if move.back is None else table.names[move.back])


def _amend_cards(table: Table, move: moves.AmendCards) -> actions.Action:
    cards: dict[str, dict[str, int]] = {}
    for seat, faction, change in move.changes:
        cards.setdefault(table.colors[seat], {})[table.names[faction]] = change
    return actions.Amend(cards=cards)


_TELLERS: Final[dict[type, Callable[[Table, Any], actions.Action]]] = {
    moves.ChooseRing: lambda table, it: actions.ChooseRing(_player(table, it), table.pieces.rings[it.ring]),
    moves.Wear: lambda table, it: actions.Wear(_player(table, it), _telling_hand(table, it.hand)),
    moves.Assign: lambda table, it: actions.Assign(_player(table, it), it.chamber + 1),
    moves.Pass: lambda table, it: actions.Pass(_player(table, it)),
    moves.Recall: lambda table, it: actions.Recall(_player(table, it), table.board.names[it.space]),
    moves.PlaceLord: lambda table, it: actions.PlaceLord(_player(table, it), it.chamber + 1),
    moves.Activate: lambda table, it: actions.Activate(
        _player(table, it), it.chamber + 1, "lord" if it.chair == LORD else it.chair + 1
    ),
    moves.Walk: _telling_walk,
    moves.SwapRings: _telling_swap,
    moves.GainCards: _telling_gain,
    moves.BonusMove: lambda table, it: actions.Move(
        _player(table, it),
        _telling_origin(table, it.origin),
        table.board.named(it.path),
        tuple(table.pieces.tokens[token] for token in it.tokens),
    ),
    moves.Exchange: lambda table, it: actions.Exchange(
        _player(table, it), table.factions_named(it.give), table.names[it.take]
    ),
    moves.Bench: lambda table, it: actions.Scenario(
        _player(table, it), "left", chamber=it.chamber + 1, chair=it.chair + 1, to=it.to + 1
    ),
    moves.SwapTokens: lambda table, it: actions.Scenario(
        _player(table, it), "right", spaces=table.board.named(it.spaces)
    ),
    moves.TokenForCard: lambda table, it: actions.Scenario(_player(table, it), "left", card=table.names[it.card]),
    moves.ChangeChairs: lambda table, it: actions.Scenario(
        _player(table, it), "right", chamber=it.chamber + 1, chairs=tuple(chair + 1 for chair in it.chairs)
    ),
    moves.BuyCard: lambda table, it: actions.Scenario(_player(table, it), "left", card=table.names[it.card]),
    moves.Jump: lambda table, it: actions.Scenario(
        _player(table, it), "right", from_=table.board.names[it.origin], to=table.board.names[it.to]
    ),
    moves.TradeRings: lambda table, it: actions.Scenario(
        _player(table, it), "left", mine=table.pieces.rings[it.mine], theirs=table.pieces.rings[it.theirs]
    ),
    moves.Stroll: lambda table, it: actions.Scenario(
        _player(table, it), "left", from_=_telling_origin(table, it.origin), path=table.board.named(it.path)
    ),
    moves.Banish: lambda table, it: actions.Scenario(_player(table, it), "right", space=table.board.names[it.space]),
    moves.Ambassador: lambda table, it: actions.Ambassador(_player(table, it)),
    moves.Decline: lambda table, it: actions.Decline(_player(table, it)),
    moves.Draw: lambda table, it: actions.Draw(table.pieces.tokens[it.token]),
    moves.TakeRing: lambda table, it: actions.TakeRing(
        _player(table, it), table.pieces.rings[it.ring], _telling_hand(table, it.hand)
    ),
    moves.EndTurn: lambda table, it: actions.EndTurn(_player(table, it)),
    moves.AmendCards: _amend_cards,
    moves.AmendPrestige: lambda table, it: actions.Amend(
        prestige={table.colors[seat]: change for seat, change in it.changes}
    ),
    moves.AmendSwap: lambda table, it: actions.Amend(swap=table.board.named(it.spaces)),
}
