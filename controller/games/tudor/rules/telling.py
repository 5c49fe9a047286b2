"""From the numbers of a game to the names of a log: the action that a move stands for."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from controller.games.tudor.rules import actions, moves
from controller.games.tudor.rules.actions import LaidHand
from controller.games.tudor.rules.board import SUPPLY, Space
from controller.games.tudor.rules.moves import Done, Move
from controller.games.tudor.rules.naming import FROM_SUPPLY
from controller.games.tudor.rules.state import LORD, Hand
from controller.games.tudor.rules.table import Table


def as_action(table: Table, move: Move) -> actions.Action:
    """What a log has of ``move``."""
    return _TELLERS[type(move)](table, move)


def _player(table: Table, move: Done) -> str:
    return table.colors[move.seat]


def _origin(table: Table, origin: Space) -> str:
    return FROM_SUPPLY if origin == SUPPLY else table.board.names[origin]


def _hand(table: Table, hand: Hand) -> LaidHand:
    rings = table.pieces.rings
    return LaidHand(*[tuple([str(rings[ring]) for ring in finger]) for finger in hand])


def _walk(table: Table, move: moves.Walk) -> actions.Action:
    player, origin, path = _player(table, move), _origin(table, move.origin), table.board.named(move.path)
    cards = table.factions_named(move.cards)
    if move.letter == "A":
        return actions.ActStep(player, "A", origin, path)
    if move.letter == "E":
        bonus = UNSET if move.bonus is None else table.names[move.bonus]
        return actions.ActClimb(player, "E", origin, path, cards, bonus)
    return actions.ActWalk(player, "C" if move.letter == "C" else "G", origin, path, cards)


def _swap(table: Table, move: moves.SwapRings) -> actions.Action:
    rings = table.pieces.rings
    swaps = tuple(actions.Swap(rings[take], rings[give]) for take, give in move.swaps)
    return actions.ActSwap(_player(table, move), "B", swaps, UNSET if move.card is None else table.names[move.card])


def _gain(table: Table, move: moves.GainCards) -> actions.Action:
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
    moves.Wear: lambda table, it: actions.Wear(_player(table, it), _hand(table, it.hand)),
    moves.Assign: lambda table, it: actions.Assign(_player(table, it), it.chamber + 1),
    moves.Pass: lambda table, it: actions.Pass(_player(table, it)),
    moves.Recall: lambda table, it: actions.Recall(_player(table, it), table.board.names[it.space]),
    moves.PlaceLord: lambda table, it: actions.PlaceLord(_player(table, it), it.chamber + 1),
    moves.Activate: lambda table, it: actions.Activate(
        _player(table, it), it.chamber + 1, "lord" if it.chair == LORD else it.chair + 1
    ),
    moves.Walk: _walk,
    moves.SwapRings: _swap,
    moves.GainCards: _gain,
    moves.BonusMove: lambda table, it: actions.Move(
        _player(table, it),
        _origin(table, it.origin),
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
        _player(table, it), "left", from_=_origin(table, it.origin), path=table.board.named(it.path)
    ),
    moves.Banish: lambda table, it: actions.Scenario(_player(table, it), "right", space=table.board.names[it.space]),
    moves.Ambassador: lambda table, it: actions.Ambassador(_player(table, it)),
    moves.Decline: lambda table, it: actions.Decline(_player(table, it)),
    moves.Draw: lambda table, it: actions.Draw(table.pieces.tokens[it.token]),
    moves.TakeRing: lambda table, it: actions.TakeRing(
        _player(table, it), table.pieces.rings[it.ring], _hand(table, it.hand)
    ),
    moves.EndTurn: lambda table, it: actions.EndTurn(_player(table, it)),
    moves.AmendCards: _amend_cards,
    moves.AmendPrestige: lambda table, it: actions.Amend(
        prestige={table.colors[seat]: change for seat, change in it.changes}
    ),
    moves.AmendSwap: lambda table, it: actions.Amend(swap=table.board.named(it.spaces)),
}
