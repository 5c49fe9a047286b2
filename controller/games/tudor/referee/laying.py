"""Laying a board by hand before a game: who plays, with which cards, and which tokens lie on each space (TU-0)."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from controller.games.contract.actions import Action
from controller.games.contract.ids import CastleId, PieceId
from controller.games.tudor.box.edition import Edition
from controller.games.tudor.box.reading import standard
from controller.games.tudor.box.words import (
    PLAYER_COUNTS,
    ROUND_TOKENS,
    SCENARIO_CARDS,
    SCORING_CARDS,
    Color,
    RoundToken,
)
from controller.games.tudor.referee.narrowing import Question
from controller.games.tudor.rules.board import board_of

RECOMMENDED: Final = (1, 4, 2)
"""The two scoring cards and the scenario card of a first game (TU-0.3, TU-0.4)."""

CARDS: Final = ("scoring-1", "scoring-2", "scenario")
"""What is asked first, when all who play are there."""


class Laying(Struct, frozen=True):
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
        """Every space has its two tokens."""
        return self.complete and len(self.castles) in PLAYER_COUNTS and len(self.rounds) == len(self.spaces)

    @property
    def space(self) -> str | None:
        """The space that waits for a token; None where something else comes first."""
        if not self.complete or self.question is not None or self.done:
            return None
        return self.spaces[len(self.tokens)]

    def answered(self, value: Any) -> "Laying":
        """The question's answer."""
        if len(self.cards) < len(CARDS):
            return replace(self, cards=(*self.cards, value))
        return self._derived(replace(self, rounds=(*self.rounds, value)))

    def tapped(self, token: PieceId) -> "Laying":
        """A token on the space that waits for one."""
        return self._derived(replace(self, tokens=(*self.tokens, token)))

    def back(self) -> "Laying | None":
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
    def _derived(laying: "Laying") -> "Laying":
        """With the round tokens that are all of one kind by now (TU-0.6)."""
        in_play = standard().round_tokens(len(laying.castles))
        left = [kind for kind, number in zip(ROUND_TOKENS, in_play, strict=True) if laying.rounds.count(kind) < number]
        if len(left) == 1 and len(laying.rounds) < len(laying.tokens):
            return replace(laying, rounds=(*laying.rounds, left[0]))
        return laying

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
