"""A game: all that the table may ask of one."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol

from controller.games.contract.actions import Action
from controller.games.contract.advice import Advised
from controller.games.contract.corrections import Correction, Move, UndoneAction
from controller.games.contract.effects import Effect
from controller.games.contract.hands import Gesture, Observation, Piece
from controller.games.contract.ids import CastleId, PieceId
from controller.games.contract.inputs import Input
from controller.games.contract.referee import Verdict, Waiting
from controller.games.contract.rules import Choice, Play, Summary
from controller.games.contract.screens import Screen


class Game(Protocol):
    """A game as the daemon and the page know it. All methods but ``new_play`` are pure."""

    name: str

    def new_play(self) -> Play:
        """A game before its first action."""
        ...

    def first_memory(self) -> Any:
        """The referee's memory when a game begins or is taken up again."""
        ...

    def judge(self, state: Any, memory: Any, input_: Input) -> Verdict:
        """The referee: what an input means in this state."""
        ...

    def settle(self, state: Any, memory: Any, action: Action) -> Any:
        """The referee's memory after ``action`` was accepted and brought about ``state``."""
        ...

    def stage(self, before: Any, after: Any, events: Sequence[Any]) -> tuple[Effect, ...]:
        """The effects that events have on people's eyes and ears."""
        ...

    def waiting(self, state: Any, memory: Any) -> Waiting:
        """What the table waits for now; ``state`` is None before a game."""
        ...

    def standings(self, state: Any) -> Screen:
        """Who is where at this moment, for people who ask."""
        ...

    def tiles(self) -> Sequence[PieceId]:
        """All tiles of the box, in order."""
        ...

    def sectors(self) -> Sequence[tuple[int, int]]:
        """The spinner's sectors: value and degrees, clockwise from the home mark."""
        ...

    def pieces(self, state: Any) -> Sequence[Piece]:
        """The tiles in play as they lie now; the same order for the whole game."""
        ...

    def looked_at(self, state: Any, tile: PieceId) -> Mapping[str, str | int]:
        """The face of a tile for a hand that lifts it.

        Raises:
            RefusedError: it may not be looked at now.
        """
        ...

    def round_of(self, state: Any) -> int:
        """The round that is being played; tiles are mixed between rounds."""
        ...

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        """The deeds of a bot's hand, until the game is over.

        Args:
            castle: whose hand it is.
            see: what it sees at that moment; a tile's face it takes from the state only while it lifts the tile.
            random: its moods.
            lifted: the tiles in any hand; shared by all hands of a table.
            alone: no people play; else they count.
        """
        ...

    def corrected(self, play: Any, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        """Go back before a step, amend, and do again what is still legal; ``play`` itself stays as it is.

        Args:
            play: made by ``new_play``.
            back_to: the number of the step; None for the latest after which people look at the table anew.
            amendments: what is done then.
            by_hand: people amend at the table; what was taken back waits until they do its first action again.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """
        ...

    def done_again(self, play: Any, waiting: Sequence[UndoneAction]) -> Correction:
        """Do again what is still legal of what waited."""
        ...

    def given_up(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """How people learn that what waited is not done again, since they went back farther."""
        ...

    def places(self, state: Any) -> Mapping[PieceId, str]:
        """Where each tile in play lies by the log: a castle or another place."""
        ...

    def misplaced(self, state: Any, lying: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
        """What is to be moved so that tiles that lie as in ``lying`` lie as in the log; all know those ``seen``."""
        ...

    def advise(self, state: Any, castle: CastleId) -> Advised:
        """The best that a castle can do now; ``state`` is never None.

        Raises:
            RefusedError: there is nothing to advise at this moment.
        """
        ...

    def summary(self, state: Any) -> Summary:
        """How the game stands; ``state`` is never None."""
        ...

    def actions(self) -> dict[str, Any]:
        """The actions as JSON Schema: ``schema``, its ``components``, and ``examples``, one of each kind."""
        ...

    def choices(self) -> Sequence[Choice]:
        """What people may choose before a game."""
        ...

    def setup(self, castles: Sequence[CastleId], options: Mapping[str, str], shuffled: Any) -> Action:
        """The action that starts a game of these castles; ``shuffled`` gives a random order of a sequence."""
        ...

    def turned_up(self, state: Any, slots: Sequence[int], shuffled: Any) -> Action:
        """The action that turns up what lies face down in ``slots``; ``shuffled`` settles by chance what that is.

        Raises:
            RefusedError: there is no game.
        """
        ...

    def box(self) -> dict[str, Any]:
        """What is printed on the components, as JSON values."""
        ...

    def course(self, states: Sequence[Any]) -> list[dict[str, Any]]:
        """How a game went, for a chart, as JSON values; ``states`` are those of ``Play.standing``."""
        ...

    def view(self, state: Any, memory: Any) -> dict[str, Any]:
        """What everybody may see, as JSON values."""
        ...
