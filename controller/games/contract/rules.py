"""The rules of a game: its log, its set-up, what is public, corrections, proof of its draws."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from msgspec import Struct

from controller.games.contract.effects import Effect
from controller.games.contract.values import Action, CastleId, PieceId, PublicAction, RandomDraw, RefusedError, Text


class Outcome(Struct, frozen=True):
    """How a game ended.

    Attributes:
        rounds: how many were begun.
        winners: several if they share the victory; none if all have lost.
        points: points of each castle; empty in a game without points.
        ending: the game's word for why it is over, if there are several ways.
    """

    rounds: int
    winners: tuple[CastleId, ...]
    points: Mapping[CastleId, int] = {}
    ending: str | None = None


def place_by_castle(outcome: Outcome, castles: Collection[CastleId]) -> Mapping[CastleId, int]:
    """Return places from 1; tied castles share one, and the next is skipped.

    Winners come first, the others follow by points, if there are any. Without a winner all share first place.
    """
    if not outcome.winners:
        return dict.fromkeys(castles, 1)
    ranks = {each: (True, 0) if each in outcome.winners else (False, outcome.points.get(each, 0)) for each in castles}
    return {castle: 1 + sum(other > mine for other in ranks.values()) for castle, mine in ranks.items()}


TimerState = Literal["idle", "running", "stopped"]
"""``stopped``: the hourglass has run out, and the game still handles the consequences."""


class Summary(Struct, frozen=True):
    """How a game stands, for the list of games and for people who resume it.

    Attributes:
        castles: castles that play, in seat order.
        compare: what people compare with the table when they resume the game, a text per item.
        outcome: None while the game goes on.
        timer: state of the hourglass by the log, even if the table was off meanwhile.
        points: points so far, as everyone at the table sees them.
        names: who plays at a castle, if not named like it.
        colors: of a castle's player, if not the castle's; the page has cloths for the castles' colours, red and green.
    """

    castles: tuple[CastleId, ...]
    compare: tuple[Text, ...]
    outcome: Outcome | None
    timer: TimerState = "idle"
    points: Mapping[CastleId, int] = {}
    names: Mapping[CastleId, Text] = {}
    colors: Mapping[CastleId, str] = {}


class Choice(Struct, frozen=True):
    """An option of a game, set before it begins, with texts ``menu-KEY-VALUE``.

    Attributes:
        key: the option's name in ``Rules.setup``.
        values: the default first.
        without_page: the default at a table without a page, if it is another.
    """

    key: str
    values: tuple[str, ...]
    without_page: str | None = None


@runtime_checkable
class GameLog(Protocol):
    """The log of one game, and the state it leads to."""

    @property
    def state(self) -> Any:
        """The state after the latest accepted action; None before the first."""

    @property
    def seq(self) -> int:
        """How many actions have been accepted."""

    @property
    def standing(self) -> Sequence[Any]:
        """The state after each action that is not undone."""

    def check(self, action: Action) -> Any:
        """Return what ``action`` would cause; raise RefusedError if the rules forbid it."""

    def accept(self, pending: Any) -> Sequence[Any]:
        """Append what ``check`` returned; return its events."""


Shuffled = Callable[[Sequence[Any]], list[Any]]
"""Returns a sequence in random order. A game uses no other chance."""


class Rules(Protocol):
    """The rules of a game. All methods but ``new_log`` are pure."""

    @property
    def name(self) -> str:
        """Name for programs: the page finds the game's drawings by it."""

    @property
    def title(self) -> str:
        """Name for people, the same in all languages."""

    @property
    def seats(self) -> range:
        """Possible numbers of castles."""

    def new_log(self) -> GameLog: ...

    def choices(self) -> Sequence[Choice]:
        """Return the options of a game."""

    def setup(
        self, castles: Sequence[CastleId], options: Mapping[str, str], dealt: Mapping[str, Any], shuffled: Shuffled
    ) -> Action | RandomDraw:
        """Return the action that starts a game, or a ``RandomDraw`` if the arrow draws a value of it.

        Args:
            castles: castles that play, in seat order.
            options: values by keys of ``choices``; a missing option has its default.
            dealt: fields that people have dealt themselves, any JSON. Copy them into the action, where the rules judge
                them, and deal the rest to fit.
            shuffled: source of chance for what people have not dealt.
        """

    def actions(self) -> dict[str, Any]:
        """Return the actions as JSON Schema: ``schema``, ``components``, and ``examples``, one of each kind."""

    def summary(self, state: Any) -> Summary:
        """Return how the game stands; ``state`` is never None."""

    def round_of(self, state: Any) -> int:
        """Return the present round, from 1. Pieces are mixed between rounds."""

    def resolve(self, state: Any, action: Action, shuffled: Shuffled) -> Action:
        """Return the action after drawing all that it leaves to chance, such as which piece turns up.

        Args:
            state: None before a game.
            action: as a client sent it; one unknown to the game is returned unchanged.
            shuffled: source of chance.

        Raises:
            RefusedError: the draw is not possible now.
        """

    def public_action(self, action: Action) -> PublicAction:
        """Return the part of an action that everyone may read during its game.

        List the public fields, not the hidden ones, so that a new field is hidden by default. Nothing public may reveal
        where a piece lies face down. Of an action unknown to the game, only ``do`` is public.
        """


@runtime_checkable
class OpenMoments(Protocol):
    """A game with moments at which nothing is hidden. Other games' logs leave the table once the game is over."""

    def is_open_moment(self, state: Any) -> bool:
        """Return whether everyone at the table may know the whole log up to ``state``, never None.

        What was seen once stays public, even if an undo hides it again. Pure.
        """


def is_open_moment(game: Rules, state: Any) -> bool:
    """Return whether the whole log may leave the table now."""
    if isinstance(game, OpenMoments):
        return game.is_open_moment(state)
    return game.summary(state).outcome is not None


class Move(Struct, frozen=True):
    """A piece that people should move, from where and to where."""

    what: Text
    before: Text
    after: Text


class UndoneAction(Struct, frozen=True):
    """An undone action with its number in the log."""

    seq: int
    action: Action


class CorrectionStep(Struct, frozen=True):
    """One step of a correction.

    Attributes:
        of: number of the action that this step redoes; None for a new one.
        tell: whether the step's effects are told and shown.
    """

    action: Action
    of: int | None = None
    tell: bool = False


class RejectedAction(Struct, frozen=True):
    """The public part of an undone action that is now illegal."""

    seq: int
    action: PublicAction
    refusal: RefusedError


class Correction(Struct, frozen=True):
    """What a correction does.

    Attributes:
        steps: entries of the log, written all or none.
        dropped: undone actions that cannot be redone.
        waiting: undone actions to redo after people correct the table by hand.
        effects: announce the correction.
        goal: name of the first undone step, at which people go on by hand; None if nothing waits for them.
    """

    steps: tuple[CorrectionStep, ...]
    dropped: tuple[RejectedAction, ...]
    waiting: tuple[UndoneAction, ...]
    effects: tuple[Effect, ...]
    goal: Text | None = None


@runtime_checkable
class Correctable(Protocol):
    """A game whose log can be corrected before its latest action. All methods are pure."""

    def round_of(self, state: Any) -> int:
        """See ``Rules.round_of``. A correction ignores places in earlier rounds."""

    def correct(self, play: Any, back_to: int | None, amendments: Sequence[Action], *, by_hand: bool) -> Correction:
        """Go back before a step, amend, and redo what is still legal; leave ``play`` unchanged.

        Args:
            play: made by ``new_log``.
            back_to: number of the step; None for the latest one at which people compare table and log.
            amendments: actions to insert there.
            by_hand: people amend at the table; undone actions wait until they have redone the first of them.

        Raises:
            RefusedError: there is no such step, or an amendment is refused.
        """

    def redo(self, play: Any, waiting: Sequence[UndoneAction]) -> Correction:
        """Redo what is still legal of ``waiting``."""

    def abandon_redo(self, waiting: Sequence[UndoneAction]) -> tuple[Effect, ...]:
        """Return the effects that announce that ``waiting`` will not be redone: people went back further."""

    def places(self, state: Any) -> Mapping[PieceId, str]:
        """Return where each piece in play lies by the log: a castle or another place."""

    def face_up(self, state: Any) -> Collection[PieceId]:
        """Return the pieces whose faces everyone sees."""

    def misplaced(self, state: Any, lie: Mapping[PieceId, str], seen: Collection[PieceId]) -> tuple[Move, ...]:
        """Return the moves from where pieces ``lie`` to where the log has them; pieces ``seen`` may be named."""


@runtime_checkable
class Provable(Protocol):
    """A game whose draws can be proved. Both methods are pure."""

    def is_drawn(self, action: Action) -> bool:
        """Return whether a draw (deal or spin) decides the action, unless people enter their own."""

    def sectors_of(self, state: Any) -> Sequence[tuple[int, int]]:
        """Return this game's sectors, as ``Box.sectors`` does."""
