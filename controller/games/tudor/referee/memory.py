"""The referee's memory of an unfinished action or set-up, and the types of interpretations."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Final, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.values import Action, CastleId, PieceId
from controller.games.tudor.box.edition import (
    PLAYER_COUNTS,
    ROUND_TOKEN_KINDS,
    SCENARIO_CARD_NUMBERS,
    SCORING_CARD_NUMBERS,
    Color,
    Edition,
    RoundTokenKind,
)
from controller.games.tudor.box.reading import standard_edition
from controller.games.tudor.rules.moves import ActivateFigure, Move
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import Faction, Path, RingNumber, Seat, Space, Token, board_from_columns

T = TypeVar("T")

Features: TypeAlias = Sequence[tuple[str, Callable[[Any], Hashable]]]
"""What can tell candidates apart, in the order of asking: a name, and a function of the candidate."""


class Question(Struct, frozen=True):
    """A question to the acting player with at least two answers, the likeliest first."""

    feature: str
    values: tuple[Hashable, ...]


def narrow_candidates(
    candidates: Sequence[T], features: Features, answers: Mapping[str, Hashable]
) -> tuple[list[T], Question | None]:
    """Return the candidates that fit the answers, and the next question; ignore an impossible answer."""
    left = list(candidates)
    for name, value_of in features:
        values = tuple(dict.fromkeys(value_of(each) for each in left))
        if len(values) < 2:
            continue
        if name not in answers or answers[name] not in values:
            return left, Question(name, values)
        left = [each for each in left if value_of(each) == answers[name]]
    return left, None


class KnownParts(Struct, frozen=True):
    """What is known of an unfinished action, for the screen.

    Attributes:
        what: letter or name of the action; empty while it is open.
        origin: where the courtier comes from; None while it is open.
        path: the spaces that the courtier enters, or those of the tokens tapped so far.
        cards: cards to pay.
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
    """Only one possibility is left: a yes makes these moves in order."""

    moves: tuple[Move, ...]
    known: KnownParts = KnownParts()


class NeedsTap(Struct, frozen=True):
    """A piece must be tapped: ``path``, ``rings``, ``tokens`` of the board, ``spent`` tokens, ``ring`` or ``draw``."""

    what: str
    known: KnownParts = KnownParts()


class HandInProgress(Struct, frozen=True):
    """A player is laying rings on fingers.

    Attributes:
        hand: the rings laid so far.
        left: the rings without a finger.
        fingers: where the last tapped ring can go; the knob steps through them.
        taken: the ring that an office brought, or None.
        move: what a yes does; None while two or more rings are left.
    """

    hand: Hand
    left: tuple[RingNumber, ...]
    fingers: tuple[int, ...] = ()
    taken: RingNumber | None = None
    move: Move | None = None


class NoMatch(Struct, frozen=True):
    """No legal move fits the taps and answers."""


Interpretation: TypeAlias = NeedsAnswer | NeedsYes | NeedsTap | HandInProgress | NoMatch

Activation: TypeAlias = ActivateFigure | None
"""The figure to activate before an action, or None if one is active already."""


FIRST_GAME_CARDS: Final = (1, 4, 2)
"""A first game's two scoring cards and scenario card (TU-0.3, TU-0.4)."""

CARD_QUESTIONS: Final = ("scoring-1", "scoring-2", "scenario")
"""Questions to ask when all players have joined, in this order."""


class BoardSetup(Struct, frozen=True):
    """A board that players lay by hand before a game.

    Attributes:
        castles: the players who have joined, clockwise from the start player (TU-0.1).
        complete: all players have joined.
        answers: the cards chosen, then faction token and round token of each space, in the order of laying.
    """

    castles: tuple[CastleId, ...] = ()
    complete: bool = False
    answers: tuple[Any, ...] = ()

    @property
    def chosen_cards(self) -> tuple[int, ...]:
        return self.answers[: len(CARD_QUESTIONS)]

    @property
    def laid_tokens(self) -> tuple[PieceId, ...]:
        return self.answers[len(CARD_QUESTIONS) :: 2]

    @property
    def laid_round_tokens(self) -> tuple[RoundTokenKind, ...]:
        return self.answers[len(CARD_QUESTIONS) + 1 :: 2]

    @property
    def space_names(self) -> Sequence[str]:
        """Spaces of the board's side for this number of players, in the order of laying."""
        return board_from_columns(standard_edition().columns[PLAYER_COUNTS.index(len(self.castles))]).names

    @property
    def due_question(self) -> Question | None:
        """The question now; None while a piece must be tapped."""
        if not self.complete:
            return None
        if len(self.chosen_cards) < len(CARD_QUESTIONS):
            feature = CARD_QUESTIONS[len(self.chosen_cards)]
            there = (
                SCENARIO_CARD_NUMBERS
                if feature == "scenario"
                else [card for card in SCORING_CARD_NUMBERS if card not in self.chosen_cards]
            )
            usual = FIRST_GAME_CARDS[len(self.chosen_cards)]
            return Question(feature, tuple(sorted(there, key=lambda card: card != usual)))
        return Question("round", ROUND_TOKEN_KINDS) if len(self.laid_round_tokens) < len(self.laid_tokens) else None

    @property
    def is_done(self) -> bool:
        return self.complete and len(self.laid_round_tokens) == len(self.space_names)

    @property
    def next_space(self) -> str | None:
        """The space that needs a token next; None if another thing comes first."""
        if not self.complete or self.due_question is not None or self.is_done:
            return None
        return self.space_names[len(self.laid_tokens)]

    def with_answer(self, value: Any) -> "BoardSetup":
        """Add a card, token or round token; if only one kind of round token is left, also a due one (TU-0.6)."""
        after = replace(self, answers=(*self.answers, value))
        in_play, laid = standard_edition().round_token_counts(len(self.castles)), after.laid_round_tokens
        left = [kind for kind, number in zip(ROUND_TOKEN_KINDS, in_play, strict=True) if laid.count(kind) < number]
        forced = len(left) == 1 and len(laid) < len(after.laid_tokens)
        return replace(after, answers=(*after.answers, left[0])) if forced else after

    def without_last_step(self) -> "BoardSetup | None":
        """Return the set-up without its last step; None if that was the first."""
        if self.answers:
            return replace(self, answers=self.answers[:-1])
        if self.complete:
            return replace(self, complete=False)
        return replace(self, castles=self.castles[:-1]) if len(self.castles) > 1 else None

    def start_action(self) -> Action:
        """Return the action that starts the game; the set-up must be done (`is_done`)."""
        first, second, scenario = self.chosen_cards
        players = [
            {"color": color, "gate": castle}
            for color, castle in zip(castle_colors(standard_edition(), self.castles), self.castles, strict=True)
        ]
        laid = zip(self.space_names, self.laid_round_tokens, self.laid_tokens, strict=True)
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


def castle_colors(edition: Edition, castles: Sequence[CastleId]) -> list[Color]:
    """Return each castle's colour: that of its name, else the next free one."""
    named = {castle: Color(castle) for castle in castles if Color(castle) in edition.colors}
    free = iter([color for color in edition.colors if color not in named.values()])
    return [named[castle] if castle in named else next(free) for castle in castles]


class Tap(Struct, frozen=True):
    """A tapped piece, and the detents that the knob was turned after it."""

    piece: PieceId
    turned: int = 0


class Answer(Struct, frozen=True):
    feature: str
    value: Hashable


TapOrAnswer: TypeAlias = Tap | Answer


class ActionToConfirm(Struct, frozen=True):
    """An action from the shared page that needs a yes of ``seats``, whose hands decide its legality."""

    action: Action
    seats: tuple[Seat, ...]


class Memory(Struct, frozen=True):
    """What players have entered since the last action.

    Attributes:
        inputs: taps and answers, in order.
        turned: detents that the knob was turned since the last input.
        board_setup: the board laid by hand before a game.
        pending: the action that waits for a player's yes.
    """

    inputs: tuple[TapOrAnswer, ...] = ()
    turned: int = 0
    board_setup: BoardSetup | None = None
    pending: ActionToConfirm | None = None

    @property
    def inputs_with_detents(self) -> tuple[TapOrAnswer, ...]:
        """The inputs; a tap at the end includes the detents turned since."""
        if self.turned and self.inputs and isinstance(self.inputs[-1], Tap):
            return (*self.inputs[:-1], replace(self.inputs[-1], turned=self.turned))
        return self.inputs

    @property
    def taps(self) -> tuple[Tap, ...]:
        return tuple(each for each in self.inputs if isinstance(each, Tap))

    def with_input(self, input_: TapOrAnswer) -> "Memory":
        return replace(self, inputs=(*self.inputs_with_detents, input_), turned=0)

    def without_last_input(self) -> "Memory":
        return replace(self, inputs=self.inputs[:-1], turned=0)


EMPTY_MEMORY: Final = Memory()


def answer_by_feature(inputs: tuple[TapOrAnswer, ...]) -> Mapping[str, Hashable]:
    return {each.feature: each.value for each in inputs if isinstance(each, Answer)}


def memory_after_action(state: Any, memory: Memory, action: Action, by: str) -> Memory:  # noqa: ARG001
    return EMPTY_MEMORY
