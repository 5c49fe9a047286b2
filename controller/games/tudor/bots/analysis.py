"""A game judged afterwards: each turn is compared with the best one that the search finds.

Both are judged as the sensible bot judges the end of a turn, by what the player saw: draws are left out, and what
others do later. So a turn costs prestige here, by the bot's estimate, and no chance of winning.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from msgspec import Struct

from controller.games.contract import analysis, inputs
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.bots import search, sensible
from controller.games.tudor.rules import actions, engine, moves
from controller.games.tudor.rules.engine import GameLog
from controller.games.tudor.rules.moves import Move
from controller.games.tudor.rules.state import State
from controller.games.tudor.show import narration
from controller.games.undoable_log import Event

POSITIONS: Final = 100
"""Positions of a turn of which all moves are tried: some seconds for a game."""

DECISIONS: Final = 5
"""How many turns are named."""

LEAST_GAIN: Final = 0.5
"""Prestige; the estimate is no finer."""


UNTOLD: Final = frozenset(
    ("tokens", "influence", "intrigue", "round-tokens", "cards-D", "cards-F", "cards-H", "cards-two")
)
"""Events that follow from the ones beside them."""


class Turn(Struct, frozen=True):
    """A player's moves of one turn, without draws and the turn's end; ``before`` is the state that it began in."""

    seq: int
    before: State
    made: tuple[Move, ...]

    @property
    def seat(self) -> int:
        return self.before.turn_seat


def analyse(play: GameLog, seed: int) -> analysis.Analysis:
    """Return the turns that another one would have beaten; raise NotAnalysable."""
    if not play.numbered_states:
        raise analysis.NotAnalysable("No game has begun in this log.")
    random = Random(seed)  # noqa: S311  # games, no secrets
    found = [decision for turn in turns_of(play) if (decision := judge_turn(turn, random)) is not None]
    found.sort(key=lambda decision: -decision.gain.value)
    return analysis.Analysis(0, (), found[:DECISIONS], Text("tudor-analysis-note"), unit="points")


def turns_of(play: GameLog) -> Iterator[Turn]:
    """Yield the turns in which a figure acted or a bonus was used, in order."""
    first: tuple[int, State] | None = None
    made: list[Move] = []
    for (_, before), (seq, after) in pairwise(play.numbered_states):
        if before.phase != "actions":
            continue
        move = actions.line_to_move(before, GameLog.to_typed_action(play.actions[seq - 1]))
        first = first or (seq, before)
        if isinstance(move, moves.PlayerMove) and move.seat == before.turn_seat and not isinstance(move, moves.EndTurn):
            made.append(move)
        if isinstance(move, moves.EndTurn) or after.phase != "actions":
            if made:
                yield Turn(*first, tuple(made))
            first, made = None, []


def judge_turn(turn: Turn, random: Random) -> analysis.Decision | None:
    """Compare a turn with the best one; None if it is as good, or depended on what was drawn in it."""
    best = search.search_turn(turn.before, POSITIONS, random, inputs.always)
    worths = [_worth_after(turn, made) for made in (turn.made, best)]
    if not best or None in worths:
        return None
    gain = worths[1] - worths[0]  # type: ignore[operator]
    if gain < LEAST_GAIN:
        return None
    turns = turn.made, best
    (done, done_at), (better, better_at) = (_told_turn(turn, made) for made in turns)
    castle = CastleId(turn.before.table.gates[turn.seat])
    return analysis.Decision(
        turn.seq, turn.before.round, castle, done, better, analysis.Chance(round(gain, 1)), done_at, better_at
    )


def _worth_after(turn: Turn, made: Sequence[Move]) -> float | None:
    """Estimate the player's prestige after these moves without draws; None if one needs a token that was drawn."""
    state = sensible.state_seen_by(turn.before, turn.seat)
    for move in made:
        if isinstance(move, moves.EndTurn):
            continue
        try:
            engine.check_move(state, move)
        except moves.Refusal:
            return None
        state = search.after_move(state, move)
    return sensible.estimate_prestige(state, turn.seat)


def _told_turn(turn: Turn, made: Sequence[Move]) -> tuple[Text, Sequence[str]]:
    """Tell the moves as the story does, with the cards that they take and pay, but not what each space gives.

    Return with that the spaces where courtiers of the player stand that did not before.
    """
    state, events = sensible.state_seen_by(turn.before, turn.seat), list[Event]()
    for move in made:
        if not isinstance(move, moves.EndTurn):
            state = search.after_move(state, move, events)
    told = [event for event in events if event.key not in UNTOLD]
    came = state.players[turn.seat].courtiers & ~turn.before.players[turn.seat].courtiers
    spaces = [name for space, name in enumerate(state.table.board.names) if came >> space & 1]
    return narration.join_sentences(list(narration.narrate_in_full(state, told))), spaces
