"""What a game says about itself afterwards: chances of winning over time, and the decisions that changed them most."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import hypot, sqrt
from typing import Final, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.rules import GameLog
from controller.games.contract.values import CastleId, PieceId, Text

Z95: Final = 1.96
"""Half width of an interval of 95 % in standard deviations."""


COSTLY: Final = 0.03
"""A decision that costs no more of the chance of winning is not held against its castle."""


class NotAnalysable(Exception):
    """This game cannot be analysed; the message says why."""


class Chance(Struct, frozen=True):
    """A probability, and half the width of its interval of 95 %; 0 if it is exact."""

    value: float
    error: float = 0.0


class Moment(Struct, frozen=True):
    """Chances of winning after an action.

    Attributes:
        seq: number of the action in the log.
        mover: the castle whose decision led here; None if chance did, or all of them at once.
    """

    seq: int
    round: int
    mover: CastleId | None
    chances: Mapping[CastleId, Chance]


class Decision(Struct, frozen=True):
    """A decision that cost its castle a chance of winning: what it did, and what would have been better.

    Attributes:
        done_at: places of the board, by the names on it, where pieces stand after what was done; the page marks them.
        better_at: those of what would have been better.
        pieces: pieces of what was done that would better lie elsewhere; the page marks them, too.
    """

    seq: int
    round: int
    castle: CastleId
    done: Text
    better: Text
    gain: Chance
    done_at: Sequence[str] = ()
    better_at: Sequence[str] = ()
    pieces: Sequence[PieceId] = ()


class Analysis(Struct, frozen=True):
    """How a game was played.

    Attributes:
        playouts: games played out for each moment; 0 if chances come from an estimate.
        moments: from the first action to the last; none if chances are unknown.
        decisions: the costliest first; only those that cost more than their error.
        note: how to read it, or what limits it here.
        unit: of a decision's gain: a chance of winning, or points of the game by estimate.
    """

    playouts: int
    moments: Sequence[Moment]
    decisions: Sequence[Decision]
    note: Text | None = None
    unit: Literal["chance", "points"] = "chance"


@runtime_checkable
class Analysing(Protocol):
    """A game that can judge how it was played."""

    def analyse(self, play: GameLog, seed: int) -> Analysis:
        """Return the same analysis for the same seed; raise NotAnalysable."""


class MoveToJudge(Struct, frozen=True):
    """The latest move, and how to find out what it cost.

    Attributes:
        castle: whose move it is; None if all made it.
        work: as that of ``Think``; returns what another move would have gained, or None if none is better or there
            was no time. It uses only what the castle may know, and draws the rest. None: this cannot be judged.
        remark: what is said of the move where nothing better is offered, or why it cannot be judged.
        offers: when people are offered to take it back: if another move is better, in any case, or never; then nothing
            is said where there was no time.
        others: what the same action meant for other castles; only the first one that a person plays is judged.
    """

    castle: CastleId | None
    work: Callable[[Callable[[], bool]], Decision | None] | None
    remark: Text
    offers: Literal["if_better", "always", "never"] = "if_better"
    others: Sequence["MoveToJudge"] = ()


@runtime_checkable
class Judging(Protocol):
    """A game that can judge a move at once, for practice; a Raspberry Pi 4 should need a second for it."""

    def judge_move(self, play: GameLog, seed: int) -> MoveToJudge | None:
        """Return the latest action if there is something to judge or to say about it, else None."""


class Changes(Struct, frozen=True):
    """What changed a castle's chance during a game; they add up to its end less its beginning."""

    luck: Chance
    own: Chance
    others: Chance


def changes_of(castle: CastleId, moments: Sequence[Moment]) -> Changes:
    """Tell luck (draws, and what all did at once) from the castle's own decisions and those of others."""
    movers = [moment.mover for moment in moments[1:]]
    chances = [moment.chances[castle] for moment in moments]
    return Changes(
        _sum_of_changes(chances, [mover is None for mover in movers]),
        _sum_of_changes(chances, [mover == castle for mover in movers]),
        _sum_of_changes(chances, [mover not in {None, castle} for mover in movers]),
    )


def _sum_of_changes(chances: Sequence[Chance], counted: Sequence[bool]) -> Chance:
    """Return the sum of the counted changes; a moment between two of them cancels out, with its error."""
    signs = [before - after for before, after in pairwise([False, *counted, False])]
    value = sum(sign * chance.value for sign, chance in zip(signs, chances, strict=True))
    return Chance(value, hypot(*(sign * chance.error for sign, chance in zip(signs, chances, strict=True))))


def estimate(wins: int, games: int) -> Chance:
    """Return the share of wins, with the interval of Agresti and Coull as its error."""
    middle = (wins + 2) / (games + 4)
    return Chance(wins / games, Z95 * sqrt(middle * (1 - middle) / (games + 4)))


def paired_gain(gained: int, lost: int, games: int) -> Chance:
    """Return what games won more gain if the same were played out from two positions; its error is Agresti and Min's.

    Of ``games`` the other position won ``gained`` that this one loses, and lost ``lost`` that this one wins.
    """
    changed, balance = gained + lost + 1, gained - lost
    return Chance(balance / games, Z95 * sqrt(changed - balance**2 / (games + 2)) / (games + 2))
