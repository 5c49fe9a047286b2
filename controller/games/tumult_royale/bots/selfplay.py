"""A whole game played by a bot, and what can be told of it."""

import json
from collections.abc import Sequence
from random import Random

from msgspec import Struct

from controller.games.contract.tools.selfplay import BrokenGame
from controller.games.tumult_royale.bots.bots import Bot
from controller.games.tumult_royale.box.words import Ending
from controller.games.tumult_royale.rules.actions import Action, Start, to_mapping
from controller.games.tumult_royale.rules.engine import apply
from controller.games.tumult_royale.rules.events import TumultBrokeOut
from controller.games.tumult_royale.rules.game_log import GameLog
from controller.games.tumult_royale.rules.invariants import broken
from controller.games.tumult_royale.rules.options import as_action
from controller.games.tumult_royale.rules.state import Over, State, canonical

TAKEN_BACK = 20
"""How many actions at the end of a checked game are undone and done again."""


class GameTold(Struct, frozen=True):
    """A game that was played to its end.

    Attributes:
        actions: the log, typed.
        winner_rank: the rank that was dealt to the winner at the start.
    """

    actions: tuple[Action, ...]
    rounds: int
    ending: Ending
    winner_rank: int
    tumults: int


def play_game(start: Start, bot: Bot, random: Random, *, check: bool = False) -> GameTold:
    """Let ``bot`` play from ``start`` to the end.

    Args:
        start: a legal set-up.
        bot: moves for everybody.
        random: its chance.
        check: assert the invariants after each action, and that the log, written down and read again, leads through
            the same states, also when its last actions are undone and done again.

    Raises:
        BrokenGame: a check failed.
    """
    actions: list[Action] = [start]
    states = [apply(None, start).state]
    tumults = 0
    while not isinstance(states[-1].phase, Over):
        move = bot(states[-1], random)
        step = apply(states[-1], move)
        tumults += sum([type(event) is TumultBrokeOut for event in step.events])
        actions.append(as_action(move))
        if check:
            _assert_sound(step.state, actions)
            states.append(step.state)
        else:
            states[-1] = step.state
    if check:
        _assert_replays(actions, states)
    end = states[-1]
    assert isinstance(end.phase, Over)
    return GameTold(
        actions=tuple(actions),
        rounds=end.round,
        ending=end.phase.ending,
        winner_rank=start.players[end.phase.winner].rank,
        tumults=tumults,
    )


def _assert_sound(state: State, actions: Sequence[Action]) -> None:
    faults = broken(state)
    if faults:
        raise BrokenGame("; ".join(faults), actions)


def _assert_replays(actions: Sequence[Action], states: Sequence[State]) -> None:
    play = GameLog()
    for number, (action, state) in enumerate(zip(actions, states, strict=True), start=1):
        play.submit(json.dumps(to_mapping(action)))
        if play.state != state or play.seq != number:
            raise BrokenGame("the log as JSON leads to another state", actions[:number])
    back = min(TAKEN_BACK, len(actions) - 1)
    for _ in range(back):
        play.submit({"do": "undo"})
    for action in actions[len(actions) - back :]:
        play.submit(action)
    if play.state != states[-1] or canonical(play.state, 0) != canonical(states[-1], 0):
        raise BrokenGame("undone and done again, the game ends in another state", actions)
