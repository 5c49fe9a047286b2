"""Advice: the sensible bot's move for a castle, in words."""

from collections.abc import Iterator

from controller.games.contract.game import Advised
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.bots.sensible import rate_moves, state_seen_by
from controller.games.tudor.referee import choices
from controller.games.tudor.referee.asking import value_in_words
from controller.games.tudor.rules import moves
from controller.games.tudor.rules.actions import to_line
from controller.games.tudor.rules.moves import Move, Refusal
from controller.games.tudor.rules.state import DrawStep, Hand, State
from controller.games.tudor.rules.table import Table
from controller.games.tudor.show import words
from controller.games.tudor.show.words import Word

NEAR = 0.5
"""Points within which two moves count as equally good."""


def advise(state: State, castle: CastleId) -> Advised:
    """Return the best move for a castle; of equal ones the first.

    Raises:
        Refusal: the castle does not play, it is not its move, or a draw is due.
    """
    if castle not in state.table.gates:
        raise Refusal("LOG", "advice-castle", seen=castle, castles=", ".join(state.table.gates))
    seat = state.table.gates.index(castle)
    if state.to_act is None:
        raise Refusal("LOG", "over")
    if state.due and isinstance(state.due[0], DrawStep):
        raise Refusal("TU-7.10", "advice-draw", space=state.table.board.names[state.due[0].space])
    if state.to_act != seat:
        raise Refusal("TU-6.1", "advice-turn", due=state.table.gates[state.to_act])
    found = sorted(rate_moves(state_seen_by(state, seat), seat), key=lambda each: -each[0])
    points, move = found[0]
    action = to_line(state.table, move)
    return Advised(
        (*_in_words(state, move), _why(found)), {"castle": castle, "action": action, "worth": round(points, 2)}
    )


def _why(found: list[tuple[float, Move]]) -> Text:
    if len(found) == 1:
        return Text("tudor-advice-only")
    ahead = found[0][0] - found[1][0]
    if ahead < NEAR:
        return Text("tudor-advice-even")
    return Text("tudor-advice-ahead", {"points": f"{ahead:.1f}"})


def _in_words(state: State, move: Move) -> Iterator[Text]:
    table = state.table
    match move:
        case moves.ChooseRing(ring=ring):
            yield _text(state, "ring", ring=words.ring(table, ring))
        case moves.TakeRing(ring=ring, hand=hand):
            yield _text(state, "ring", ring=words.ring(table, ring))
            yield _hand(table, hand)
        case moves.ArrangeRings(hand=hand):
            yield _text(state, "wear")
            yield _hand(table, hand)
        case moves.Assign(chamber=chamber):
            yield _text(state, "assign", chamber=chamber + 1)
        case moves.PlaceLord(chamber=chamber):
            yield _text(state, "lord", chamber=chamber + 1)
        case moves.Activate(chamber=chamber, chair=chair):
            yield _text(state, "activate", figure=words.chair_text(chamber, chair))
        case _:
            yield _text(state, "do", what=value_in_words(state, "what", choices.name_of(move)))
            yield from _details(state, move)


def _details(state: State, move: Move) -> Iterator[Text]:
    table = state.table
    match move:
        case moves.Walk(origin=origin, path=path, cards=cards):
            yield _way(table, origin, path)
            if cards:
                yield Text("tudor-advice-pays", {"cards": words.factions(table, cards)})
        case moves.Stroll(origin=origin, path=path):
            yield _way(table, origin, path)
        case moves.Jump(origin=origin, to=to):
            yield _way(table, origin, (to,))
        case moves.BonusMove(origin=origin, path=path, tokens=tokens):
            yield _way(table, origin, path)
            spent = [table.pieces.token_factions[token] for token in tokens]
            yield Text("tudor-advice-spends", {"tokens": words.factions(table, spent)})
        case moves.GainCards(cards=cards, back=back):
            yield Text("tudor-advice-takes", {"cards": words.factions(table, cards)})
            if back is not None:
                yield Text("tudor-advice-gives", {"cards": words.factions(table, (back,))})
        case moves.ExchangeCards(give=give, take=take):
            yield Text("tudor-advice-gives", {"cards": words.factions(table, give)})
            yield Text("tudor-advice-takes", {"cards": words.factions(table, (take,))})
        case moves.SwapRings(swaps=swaps, card=card):
            for taken, given in swaps:
                yield _rings(table, taken, given)
            if card is not None:
                yield Text("tudor-advice-takes", {"cards": words.factions(table, (card,))})
        case moves.TradeRings(mine=mine, theirs=theirs):
            yield _rings(table, theirs, mine)
        case moves.TokenForCard(card=card) | moves.BuyCard(card=card):
            yield Text("tudor-advice-takes", {"cards": words.factions(table, (card,))})
        case moves.SwapTokens(spaces=(one, other)):
            yield Text("tudor-advice-spaces", {"one": table.board.names[one], "other": table.board.names[other]})
        case _:
            for feature, value in choices.features_of(type(move)):
                yield Text("tudor-say-it", {"it": value_in_words(state, feature, value(move))})


def _way(table: Table, origin: int, path: tuple[int, ...]) -> Text:
    return Text("tudor-advice-way", {"origin": words.space(table, origin), "path": ", ".join(table.board.named(path))})


def _rings(table: Table, taken: int, given: int) -> Text:
    return Text("tudor-advice-rings", {"taken": words.ring(table, taken), "given": words.ring(table, given)})


def _hand(table: Table, hand: Hand) -> Text:
    worn = [
        Text("tudor-say-list", {"things": words.factions(table, [table.pieces.ring_factions[ring] for ring in finger])})
        if finger
        else words.NO_RING
        for finger in hand
    ]
    return Text("tudor-wait-hand", {f"f{number}": word for number, word in enumerate(worn, 1)})


def _text(state: State, key: str, **values: Word | int) -> Text:
    seat = state.actor
    return Text(f"tudor-advice-{key}", {"player": words.player(state.table.colors[seat]), **values})
