"""The referee's memory: what was said of an unfinished action or laid by hand, and how the table reads it."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.values import Action, CastleId, PieceId
from controller.games.tudor.box.edition import (
    PLAYER_COUNTS,
    ROUND_TOKENS,
    SCENARIO_CARDS,
    SCORING_CARDS,
    Color,
    Edition,
    RoundToken,
)
from controller.games.tudor.box.reading import standard
from controller.games.tudor.rules.moves import Activate, Move
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token, board_of

T = TypeVar("T")

Features: TypeAlias = Sequence[tuple[str, Callable[[Any], Hashable]]]
"""What is asked, in this order: a name, and its value for each thing that people may mean."""


class Question(Struct, frozen=True):
    """What is to be said yet, and what can be answered: the likeliest first, at least two."""

    feature: str
    values: tuple[Hashable, ...]


def narrow(meant: Sequence[T], features: Features, answers: Mapping[str, Hashable]) -> tuple[list[T], Question | None]:
    """What fits the answers, and the next question; an answer that is none of the values is asked again."""
    left = list(meant)
    for name, value_of in features:
        values = tuple(dict.fromkeys(value_of(each) for each in left))
        if len(values) < 2:
            continue
        if name not in answers or answers[name] not in values:
            return left, Question(name, values)
        left = [each for each in left if value_of(each) == answers[name]]
    return left, None


class KnownParts(Struct, frozen=True):
    """What of an action is known: for the screen.

    Attributes:
        what: the letter, or the name of the action; empty while it is open.
        origin: where the courtier comes from; None while that is open.
        path: the spaces, or those of the tokens tapped so far.
        cards: those that are paid.
        rings: those that were tapped.
        spent: the tokens that are spent.
    """

    what: str = ""
    origin: Space | None = None
    path: Path = ()
    cards: tuple[Faction, ...] = ()
    rings: tuple[RingNumber, ...] = ()
    spent: tuple[Token, ...] = ()


class NeedsAnswer(Struct, frozen=True):
    question: Question
    known: KnownParts = KnownParts()


class NeedsYes(Struct, frozen=True):
    """One thing is left: a yes does these moves, one after the other."""

    moves: tuple[Move, ...]
    known: KnownParts = KnownParts()


class NeedsTap(Struct, frozen=True):
    """Something is to be tapped: ``path``, ``rings``, ``tokens`` of the board, ``spent`` tokens, ``ring``, ``draw``."""

    what: str
    known: KnownParts = KnownParts()


class HandInProgress(Struct, frozen=True):
    """A hand is being laid.

    Attributes:
        hand: the rings that have their places.
        left: those that have none yet.
        fingers: where the latest of them may lie, by the detents after it.
        taken: the ring that came for an office, if one did.
        done: what a yes does; None while two or more rings are left.
    """

    hand: Hand
    left: tuple[RingNumber, ...]
    fingers: tuple[int, ...] = ()
    taken: RingNumber | None = None
    done: Move | None = None


class NoMatch(Struct, frozen=True):
    """Nothing legal fits what was said."""


Interpretation: TypeAlias = NeedsAnswer | NeedsYes | NeedsTap | HandInProgress | NoMatch

Activation: TypeAlias = Activate | None
"""The figure that is activated with an action, if none is yet."""


RECOMMENDED: Final = (1, 4, 2)
"""The two scoring cards and the scenario card of a first game (TU-0.3, TU-0.4)."""

CARDS: Final = ("scoring-1", "scoring-2", "scenario")
"""What is asked first, when all who play are there."""


class BoardSetup(Struct, frozen=True):
    """A board that is being laid.

    Attributes:
        castles: who plays, clockwise from the start player (TU-0.1).
        complete: nobody else plays.
        cards: the scoring cards and the scenario card, as far as they are named.
        tokens: on the first spaces, in their order.
        rounds: the round tokens of these; one less where it is asked for.
    """

    castles: tuple[CastleId, ...] = ()
    complete: bool = False
    cards: tuple[int, ...] = ()
    tokens: tuple[PieceId, ...] = ()
    rounds: tuple[RoundToken, ...] = ()

    @property
    def spaces(self) -> Sequence[str]:
        """Of the side of the board that is played on, in the order in which they are laid."""
        return board_of(standard().columns[PLAYER_COUNTS.index(len(self.castles))]).names

    @property
    def question(self) -> Question | None:
        """What is asked now; None while a piece is to be tapped."""
        if not self.complete:
            return None
        if len(self.cards) < len(CARDS):
            feature = CARDS[len(self.cards)]
            there = (
                SCENARIO_CARDS if feature == "scenario" else [card for card in SCORING_CARDS if card not in self.cards]
            )
            usual = RECOMMENDED[len(self.cards)]
            return Question(feature, tuple(sorted(there, key=lambda card: card != usual)))
        return Question("round", ROUND_TOKENS) if len(self.rounds) < len(self.tokens) else None

    @property
    def done(self) -> bool:
        return self.complete and len(self.castles) in PLAYER_COUNTS and len(self.rounds) == len(self.spaces)

    @property
    def space(self) -> str | None:
        """The space that waits for a token; None where something else comes first."""
        if not self.complete or self.question is not None or self.done:
            return None
        return self.spaces[len(self.tokens)]

    def answered(self, value: Any) -> "BoardSetup":
        if len(self.cards) < len(CARDS):
            return replace(self, cards=(*self.cards, value))
        return self._derived(replace(self, rounds=(*self.rounds, value)))

    def tapped(self, token: PieceId) -> "BoardSetup":
        return self._derived(replace(self, tokens=(*self.tokens, token)))

    def back(self) -> "BoardSetup | None":
        """The latest is taken back; None if nothing is begun any more."""
        if self.tokens and len(self.rounds) < len(self.tokens):
            return replace(self, tokens=self.tokens[:-1])
        if self.rounds:
            return replace(self, rounds=self.rounds[:-1])
        if self.cards:
            return replace(self, cards=self.cards[:-1])
        if self.complete:
            return replace(self, complete=False)
        return replace(self, castles=self.castles[:-1]) if len(self.castles) > 1 else None

    @staticmethod
    def _derived(board_setup: "BoardSetup") -> "BoardSetup":
        """With the round tokens that are all of one kind by now (TU-0.6)."""
        in_play = standard().round_tokens(len(board_setup.castles))
        left = [
            kind for kind, number in zip(ROUND_TOKENS, in_play, strict=True) if board_setup.rounds.count(kind) < number
        ]
        if len(left) == 1 and len(board_setup.rounds) < len(board_setup.tokens):
            return replace(board_setup, rounds=(*board_setup.rounds, left[0]))
        return board_setup

    def start(self) -> Action:
        """The action that begins the game; all must be ``done``."""
        first, second, scenario = self.cards
        players = [
            {"color": color, "gate": castle}
            for color, castle in zip(colors_of(standard(), self.castles), self.castles, strict=True)
        ]
        laid = zip(self.spaces, self.rounds, self.tokens, strict=True)
        return {
            "do": "start",
            "game": "tudor",
            "edition": "standard",
            "players": players,
            "first": players[0]["color"],
            "scoring": [first, second],
            "scenario": scenario,
            "spaces": {space: {"round": kind, "token": token} for space, kind, token in laid},
        }


def colors_of(edition: Edition, castles: Sequence[CastleId]) -> list[Color]:
    """Each castle's colour: the one it is named after, else the next that nobody has."""
    named = {castle: Color(castle) for castle in castles if Color(castle) in edition.colors}
    free = iter([color for color in edition.colors if color not in named.values()])
    return [named[castle] if castle in named else next(free) for castle in castles]


class Tap(Struct, frozen=True):
    """A piece was tapped, and the knob turned so far after it."""

    piece: PieceId
    turned: int = 0


class Answer(Struct, frozen=True):
    """A question was answered: its name, and the value that was taken."""

    feature: str
    value: Hashable


TapOrAnswer: TypeAlias = Tap | Answer


class PendingAction(Struct, frozen=True):
    """What somebody chose on everybody's page, and whose yes is due, since what is behind their screens decides it.

    Attributes:
        action: of the log.
        seats: those whose screens they are.
    """

    action: Action
    seats: tuple[Seat, ...]


class Memory(Struct, frozen=True):
    """What people have said since the latest action.

    Attributes:
        said: taps and answers, in order.
        turned: detents of the knob since the latest of them.
        laying: the board that is being laid before a game.
        chosen: what waits for its owner's yes.
    """

    inputs: tuple[TapOrAnswer, ...] = ()
    turned: int = 0
    board_setup: BoardSetup | None = None
    pending: PendingAction | None = None

    @property
    def inputs_so_far(self) -> tuple[TapOrAnswer, ...]:
        """What was said, with the detents since."""
        if self.turned and self.inputs and isinstance(self.inputs[-1], Tap):
            return (*self.inputs[:-1], replace(self.inputs[-1], turned=self.turned))
        return self.inputs

    @property
    def taps(self) -> tuple[Tap, ...]:
        return tuple(each for each in self.inputs if isinstance(each, Tap))

    def with_input(self, inputs: TapOrAnswer) -> "Memory":
        """One more is said; the knob begins anew."""
        return replace(self, inputs=(*self.inputs_so_far, inputs), turned=0)

    def back(self) -> "Memory":
        return replace(self, inputs=self.inputs[:-1], turned=0)


EMPTY: Final = Memory()


def answers_in(inputs: tuple[TapOrAnswer, ...]) -> Mapping[str, Hashable]:
    return {each.feature: each.value for each in inputs if isinstance(each, Answer)}


def settle(state: Any, memory: Memory, action: Action) -> Memory:  # noqa: ARG001
    return EMPTY
