"""The rules as a function: a state and an action give the next state and what happened, or a refusal."""

from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from controller.games.tudor.rules import actions, moves
from controller.games.tudor.rules.chapters import (
    acting,
    amending,
    cards,
    chambers,
    hands,
    immediate,
    scenario,
    setup,
    throne,
    turns,
)
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.naming import resolve
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import State


class Applied(Struct, frozen=True, gc=False):
    """What an action brought about."""

    state: State
    events: tuple[Event, ...]


def apply(state: State | None, action: actions.Action) -> Applied:
    """The state after ``action``; ``state`` is None before the start.

    Raises:
        Refusal: the rules do not allow it.
    """
    if state is None:
        if not isinstance(action, actions.Start):
            raise Refusal("LOG", "not-started")
        return Applied(*setup.start(action))
    if isinstance(action, actions.Start):
        raise Refusal("LOG", "started-already")
    if state.phase == "over":
        raise Refusal("LOG", "over")
    move = resolve(state, action)
    judge(state, move)
    happened: list[Event] = []
    after = perform(state, move, happened)
    return Applied(after, tuple(happened))


def judge(state: State, move: Move) -> None:
    """Whether the rules allow ``move``.

    Raises:
        Refusal: they do not.
    """
    _RULES[type(move)][0](state, move)


def perform(state: State, move: Move, happened: list[Event]) -> State:
    """The state after ``move``, which must be legal: judged, or one of the options; what happens is appended."""
    return _RULES[type(move)][1](state, move, happened)


_Judge = Callable[[State, Any], None]
_Perform = Callable[[State, Any, list[Event]], State]

_RULES: Final[dict[type, tuple[_Judge, _Perform]]] = {
    moves.ChooseRing: (hands.judge_choose_ring, hands.choose_ring),
    moves.Wear: (hands.judge_wear, hands.wear),
    moves.TakeRing: (hands.judge_take_ring, hands.take_ring),
    moves.Assign: (chambers.judge_assign, chambers.assign),
    moves.Pass: (chambers.judge_pass, chambers.pass_placement),
    moves.PlaceLord: (chambers.judge_place_lord, chambers.place_lord),
    moves.Recall: (throne.judge_recall, throne.recall),
    moves.Draw: (throne.judge_draw, throne.draw),
    moves.Activate: (turns.judge_activate, turns.activate),
    moves.Decline: (turns.judge_decline, turns.decline),
    moves.EndTurn: (turns.judge_end_turn, turns.end_turn),
    moves.Walk: (acting.judge_walk, acting.walk),
    moves.SwapRings: (cards.judge_swap_rings, cards.swap_rings),
    moves.GainCards: (cards.judge_gain_cards, cards.gain_cards),
    moves.BonusMove: (acting.judge_bonus_move, acting.bonus_move),
    moves.Exchange: (cards.judge_exchange, cards.exchange),
    moves.Bench: (scenario.judge_bench_courtier, scenario.bench_courtier),
    moves.SwapTokens: (immediate.judge_swap_tokens, immediate.swap_tokens),
    moves.TokenForCard: (immediate.judge_token_for_card, immediate.token_for_card),
    moves.ChangeChairs: (immediate.judge_change_chairs, immediate.change_chairs),
    moves.BuyCard: (scenario.judge_buy_card, scenario.buy_card),
    moves.Jump: (scenario.judge_jump, scenario.jump),
    moves.TradeRings: (scenario.judge_trade_rings, scenario.trade_rings),
    moves.Stroll: (scenario.judge_stroll, scenario.stroll),
    moves.Banish: (scenario.judge_banish, scenario.banish),
    moves.Ambassador: (immediate.judge_ambassador, immediate.ambassador),
    moves.AmendCards: (amending.judge_cards, amending.amend_cards),
    moves.AmendPrestige: (amending.judge_prestige, amending.amend_prestige),
    moves.AmendSwap: (amending.judge_swap, amending.amend_swap),
}
"""What each move asks, and what it brings about."""
