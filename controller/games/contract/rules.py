"""The rules a game brings: what can be played, how it begins, its log, going back in it, and proof of its draws."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.effects import Effect
from controller.games.contract.values import Action, CastleId, PieceId, PublicAction, RandomDraw, RefusedError, Text


class Outcome(Struct, frozen=True):
    """How a game ended.

    Attributes:
        rounds: how many were begun.
        winners: who won, several where they share it; none where all have lost.
        points: what each castle is measured by; empty in a game without points.
        ending: why it is over, in the game's word, where it can end in more than one way.
    """

    rounds: int
    winners: tuple[CastleId, ...]
    points: Mapping[CastleId, int] = {}
    ending: str | None = None


TimerState = Literal["idle", "running", "stopped"]
"""Whether the timer runs, or has run out and what follows from that goes on."""


class Summary(Struct, frozen=True):
    """How a game stands, for the list of games and for people who come back to the table.

    Attributes:
        castles: who plays, in seat order.
        compare: what people compare with the table when they come back to it, one text for each thing.
        outcome: None while the game goes on.
        timer: by the log; after a stop it lies all the same.
        points: what each castle is measured by so far, as everybody at the table sees it.
    """

    castles: tuple[CastleId, ...]
    compare: tuple[Text, ...]
    outcome: Outcome | None
    timer: TimerState = "idle"
    points: Mapping[CastleId, int] = {}


class Choice(Struct, frozen=True):
    """What a game leaves to the house, for its menu; the texts are ``menu-KEY-VALUE``.

    Attributes:
        key: its name among the options of ``Game.setup``.
        values: the usual one first.
    """

    key: str
    values: tuple[str, ...]


@runtime_checkable
class GameLog(Protocol):
    """One game being played: the owner of its log and state."""

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""

    @property
    def standing(self) -> Sequence[Any]:
        """The state after each action that was not taken back."""

    def check(self, action: Action) -> Any:
        """Return what ``action`` would bring about; raise RefusedError if the rules do not allow it."""

    def accept(self, pending: Any) -> Sequence[Any]:
        """Do what ``check`` returned; gives the events."""


Shuffled = Callable[[Sequence[Any]], list[Any]]
"""Gives a random order of a sequence: the table's chance, as a game may use it."""


class Rules(Protocol):
    """What a game lets people do. All methods but ``new_log`` are pure."""

    @property
    def name(self) -> str:
        """The game's, for programs: the page draws it by this name."""

    @property
    def title(self) -> str:
        """The game's, for people of all languages."""

    @property
    def seats(self) -> range:
        """How many castles may play."""

    def new_log(self) -> GameLog:
        """A game before its first action."""

    def choices(self) -> Sequence[Choice]:
        """What people may choose before a game."""

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action | RandomDraw:
        """The action that starts a game of these castles, or all of it but what the arrow says.

        Args:
            castles: who plays, in seat order.
            options: by the keys of ``choices``; the game's usual value for what is left out.
            dealt: what people have dealt themselves, by the fields of the action: any JSON, which stands in the action
                for the rules to judge, and by which the rest is dealt.
            shuffled: the table's chance, for the rest.
        """

    def actions(self) -> dict[str, Any]:
        """The actions as JSON Schema: ``schema``, its ``components``, and ``examples``, one of each kind."""

    def summary(self, state: Any) -> Summary:
        """How the game stands; ``state`` is never None."""

    def round_of(self, state: Any) -> int:
        """The round that is being played, from 1; pieces are mixed between rounds."""

    def resolve(self, state: Any, action: Action, shuffled: Shuffled) -> Action:
        """The action with all that it leaves to chance decided, as which piece turns up; else as it is.

        Args:
            state: None before a game.
            action: as a client sent it; what is no action of the game stays as it is, too.
            shuffled: the table's chance.

        Raises:
            RefusedError: it leaves something to chance that cannot be decided now.
        """

    def public_action(self, action: Action) -> PublicAction:
        """What of an action everybody may read while its game goes on; of what is no action of the game only its kind.

        It names what may be told, so that what is new stays hidden: nothing of it says where a piece lies face down.
        """


@runtime_checkable
class OpenMoments(Protocol):
    """A game in which nothing is hidden from time to time; of any other the log leaves the table once it is over."""

    def is_open_moment(self, state: Any) -> bool:
        """Whether everybody at the table can know all that the log says up to now; ``state`` is never None.

        What was seen once is no secret any more, though it may be hidden again after an undo. Pure.
        """


def is_open_moment(game: Rules, state: Any) -> bool:
    """Return whether all of a game's log may leave the table now: of one that is no ``OpenMoments``, at its end."""
    if isinstance(game, OpenMoments):
        return game.is_open_moment(state)
    return game.summary(state).outcome is not None


class Move(Struct, frozen=True):
    """Something that people are to put elsewhere: what it is, and from where to where."""

    what: Text
    before: Text
    after: Text


class UndoneAction(Struct, frozen=True):
    """An action that was taken back, by its number in the log."""

    seq: int
    action: Action


class CorrectionStep(Struct, frozen=True):
    """One step of a correction.

    Attributes:
        of: the number of the action that it does again; None for one that is new.
        tell: what comes of it is news, to be told and shown.
    """

    action: Action
    of: int | None = None
    tell: bool = False


class RejectedAction(Struct, frozen=True):
    """An action that was taken back and is not legal any more, as it may be told."""

    seq: int
    action: PublicAction
    refusal: RefusedError


class Correction(Struct, frozen=True):
    """What a correction does: ``steps``, each an entry of the log, all together or none.

    Attributes:
        dropped: what cannot be done again.
        waiting: what is to be done again once people have corrected the table by hand.
        effects: how people learn of it.
    """

    steps: tuple[CorrectionStep, ...]
    dropped: tuple[RejectedAction, ...]
    waiting: tuple[UndoneAction, ...]
    effects: tuple[Effect, ...]


@runtime_checkable
class Correctable(Protocol):
    """A game in whose log people can go back farther than by one undo; all methods are pure."""

    def round_of(self, state: Any) -> int:
        """See ``Rules.round_of``: where pieces lay before a round does not matter."""

    def correct(self, play: Any, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        """Go back before a step, amend, and do again what is still legal; ``play`` itself stays as it is.

        Args:
            play: made by ``new_log``.
            back_to: the number of the step; None for the latest after which people look at the table anew.
            amendments: what is done then.
            by_hand: people amend at the table; what was taken back waits until they do its first action again.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """

    def redo(self, play: Any, waiting: Sequence[UndoneAction]) -> Correction:
        """Do again what is still legal of what waited."""

    def abandon_redo(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """How people learn that what waited is not done again, since they went back farther."""

    def places(self, state: Any) -> Mapping[PieceId, str]:
        """Where each piece in play lies by the log: a castle or another place."""

    def face_up(self, state: Any) -> Collection[PieceId]:
        """The pieces whose faces everybody sees."""

    def misplaced(self, state: Any, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
        """What is to be moved so that pieces that ``lie`` there lie as in the log; all know those ``seen``."""


@runtime_checkable
class Provable(Protocol):
    """A game that knows what chance decides in it. Both methods are pure."""

    def is_drawn(self, action: Action) -> bool:
        """Whether chance decides such an action, unless people enter what they drew: a deal, a spin."""

    def sectors_of(self, state: Any) -> Sequence[tuple[int, int]]:
        """What is spun in this game: sectors of (value, degrees), clockwise from the home mark."""
