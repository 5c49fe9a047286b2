"""A game judged afterwards: each turn is compared with the best one that the search finds.

Both are judged as the sensible bot judges the end of a turn, by what the player saw: draws are left out, and what
others do later. So a turn costs prestige here, by the bot's estimate, and no chance of winning. The chances of
winning, whenever all have had a turn, come from the same estimate.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from msgspec import Struct

from controller.games.contract import analysis, inputs
from controller.games.contract.values import CastleId, Text
from controller.games.tudor.bots import chances, search, sensible
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

MINOR: Final = frozenset(("hand", "ring", "ring-robbed", "exchanged", "spends", "card-for-influence"))
"""What else a turn can do without: what it costs and brings on the way."""


class Turn(Struct, frozen=True):
    """A player's moves of one turn, without draws and the turn's end.

    Attributes:
        before: the state that it began in.
        seqs: each move's number in the log.
    """

    before: State
    made: tuple[Move, ...]
    seqs: tuple[int, ...]

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
    note = Text("tudor-analysis-note")
    return analysis.Analysis(0, list(_iter_moments(play)), found[:DECISIONS], note, unit="points")


def _iter_moments(play: GameLog) -> Iterator[analysis.Moment]:
    """Yield the beginning, and where all have had a turn: until then, those to come look worse than they are."""
    first, start = play.numbered_states[0]
    yield _moment(first, start.round, start)
    for (_, before), (seq, after) in pairwise(play.numbered_states):
        if before.phase == "actions" and (after.phase != "actions" or _turns_had(after) < _turns_had(before)):
            yield _moment(seq, before.round, after)


def _turns_had(state: State) -> int:
    """Return how many players before this one have had a turn since the start player's."""
    return (state.turn_seat - state.first) % len(state.players)


def _moment(seq: int, number: int, state: State) -> analysis.Moment:
    castles = map(CastleId, state.table.gates)
    return analysis.Moment(seq, number, None, dict(zip(castles, chances.chances(state), strict=True)))


def turns_of(play: GameLog) -> Iterator[Turn]:
    """Yield the turns in which a figure acted or a bonus was used, in order."""
    first: State | None = None
    made: list[tuple[Move, int]] = []
    for (_, before), (seq, after) in pairwise(play.numbered_states):
        if before.phase != "actions":
            continue
        move = actions.line_to_move(before, GameLog.to_typed_action(play.actions[seq - 1]))
        first = first or before
        if isinstance(move, moves.PlayerMove) and move.seat == before.turn_seat and not isinstance(move, moves.EndTurn):
            made.append((move, seq))
        if isinstance(move, moves.EndTurn) or after.phase != "actions":
            if made:
                yield Turn(first, *zip(*made, strict=True))
            first, made = None, []


def judge_turn(turn: Turn, random: Random) -> analysis.Decision | None:
    """Compare a turn with the best one; None if it is as good, or depended on what was drawn in it."""
    best = search.search_turn(turn.before, POSITIONS, random, inputs.always)
    had, could_have = (_parts_after(turn, made) for made in (turn.made, best))
    if not best or had is None or could_have is None:
        return None
    gains = {name: could_have[name] - had[name] for name in had}
    gain = sum(gains.values())
    if gain < LEAST_GAIN:
        return None
    turns = turn.made, best
    told = _told_events(turn, turns)
    done, better = (narration.join_sentences(list(narration.narrate_in_full(turn.before, each))) for each in told)
    why = Text(f"tudor-judged-{max(gains, key=gains.__getitem__)}")
    stops, better_stops = (_stops(turn, made) for made in turns)
    return analysis.Decision(
        _seq_of_difference(turn, *told),
        turn.before.round,
        CastleId(turn.before.table.gates[turn.seat]),
        done,
        narration.join_sentences([better, why]),
        analysis.Chance(round(gain, 1)),
        sorted(stops - better_stops),
        sorted(better_stops - stops),
    )


def _parts_after(turn: Turn, made: Sequence[Move]) -> dict[str, float] | None:
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
    return sensible.parts_of_estimate(state, turn.seat)


def _told_events(turn: Turn, turns: Sequence[Sequence[Move]]) -> list[list[Event]]:
    """Return what to tell of turns: their figures, ways and offices, and cards only where nothing else differs."""
    all_events = [_events_of(turn, made) for made in turns]
    told = [[event for event in events if not event.hidden and event.key not in MINOR] for events in all_events]
    if not all(told) or told[0] == told[1]:
        told = [[event for event in events if event.key not in UNTOLD] for events in all_events]
    return told


def _seq_of_difference(turn: Turn, done: Sequence[Event], better: Sequence[Event]) -> int:
    """Return the first action that did what the better turn does not do; the last one if that only does more."""
    differing = next((event for event in done if event not in better), None)
    for number, seq in enumerate(turn.seqs, start=1):
        if differing in _events_of(turn, turn.made[:number]):
            return seq
    return turn.seqs[-1]


def _events_of(turn: Turn, made: Sequence[Move]) -> list[Event]:
    state, events = sensible.state_seen_by(turn.before, turn.seat), list[Event]()
    for move in made:
        if not isinstance(move, moves.EndTurn):
            state = search.after_move(state, move, events)
    return events


def _stops(turn: Turn, made: Sequence[Move]) -> set[str]:
    """Return the spaces at which the turn's ways end, also where a courtier takes an office and leaves the board."""
    ends = set[int]()
    for move in made:
        if isinstance(move, moves.Walk | moves.BonusMove | moves.Stroll):
            ends = ends - {move.origin} | {move.path[-1]}
    return {turn.before.table.board.names[space] for space in ends}
