"""Spending round tokens: when it is allowed, what it costs (TU-12)."""

from msgspec.structs import replace

from controller.games.tudor.rules import events
from controller.games.tudor.rules.chapters.shared import free_turn, plus, with_player
from controller.games.tudor.rules.chapters.throne import INFLUENCE, INTRIGUE
from controller.games.tudor.rules.chapters.turns import judge_step
from controller.games.tudor.rules.events import Event
from controller.games.tudor.rules.refusal import Refusal
from controller.games.tudor.rules.state import Player, State, TokenStep
from controller.games.tudor.rules.table import Seat


def any_time(state: State, seat: Seat) -> None:
    """Refuse what is not in his own turn while no step is due (TU-12.6)."""
    free_turn(state, seat, "TU-12.6", "scenario")


def immediate(state: State, seat: Seat, kind: int) -> None:
    """Only with the token just taken, of this kind (TU-12.6)."""
    judge_step(state, seat, (TokenStep,), "TU-12.6", "scenario")
    step = state.due[0]
    assert isinstance(step, TokenStep)
    if step.kind != kind:
        raise Refusal("TU-12.6", "token-other-kind")


def judge_price(state: State, seat: Seat, rule: str, influence: int, intrigue: int) -> None:
    """Refuse a price that the player cannot pay."""
    player = state.players[seat]
    if player.influence < influence or player.intrigue < intrigue:
        raise Refusal(rule, "round-tokens-few", influence=influence, intrigue=intrigue)


def paid(state: State, seat: Seat, influence: int, intrigue: int, happened: list[Event]) -> Player:
    """The player after spending round tokens."""
    player = state.players[seat]
    happened.append(events.RoundTokensSpent(state.table.colors[seat], influence, intrigue))
    return replace(player, influence=player.influence - influence, intrigue=player.intrigue - intrigue)


def discarded(state: State, seat: Seat, happened: list[Event]) -> Player:
    """The player after discarding the token of the step."""
    step = state.due[0]
    assert isinstance(step, TokenStep)
    return paid(state, seat, int(step.kind == INFLUENCE), int(step.kind == INTRIGUE), happened)


def with_card(state: State, seat: Seat, player: Player, card: int, happened: list[Event]) -> State:
    """The state after the player, who has paid, takes a card."""
    happened.append(events.CardsGained(state.table.colors[seat], (state.table.names[card],)))
    player = replace(player, cards=plus(player.cards, (card,)))
    return replace(state, players=with_player(state.players, seat, player), stacks=plus(state.stacks, (card,), -1))
