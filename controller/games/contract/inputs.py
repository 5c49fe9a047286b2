"""Inputs that a game receives, the devices that it uses, and gestures of its bots."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, Protocol, get_args, runtime_checkable

from msgspec import Struct

from controller.games.contract.values import Action, CastleId, PieceId, Text

GATE_ORIGIN: Final = "gate:"
"""Origin of what a piece over a gate proposes; the castle follows."""

REDO_ORIGIN: Final = "again"
"""Origin of an action that a correction redoes; the original action's number follows."""


class PieceTapped(Struct, frozen=True):
    """A piece passed the gate of a castle at ``at_s`` (event-loop time, seconds)."""

    castle: CastleId
    piece: PieceId
    at_s: float

    @property
    def origin(self) -> str:
        return f"{GATE_ORIGIN}{self.castle}"


class GateComplained(Struct, frozen=True):
    """A gate could not identify a piece; ``key`` is the text key of the complaint."""

    castle: CastleId
    key: str
    at_s: float

    @property
    def origin(self) -> str:
        return f"{GATE_ORIGIN}{self.castle}"


class ButtonPressed(Struct, frozen=True):
    """A press of a button: the console's knob (``castle`` is None) or a castle's yes or no."""

    button: Literal["knob", "yes", "no"]
    castle: CastleId | None
    long: bool
    at_s: float

    @property
    def origin(self) -> str:
        return self.button if self.castle is None else f"{self.button}:{self.castle}"


class KnobTurned(Struct, frozen=True):
    """The console's knob was turned by ``steps`` detents, clockwise positive."""

    steps: int
    at_s: float
    origin = "knob"


class TimerRanOut(Struct, frozen=True):
    """The hourglass reached its deadline ``at_s``; no input with an earlier time follows."""

    at_s: float
    origin = "hourglass"


Input = PieceTapped | GateComplained | ButtonPressed | KnobTurned | TimerRanOut


Device = Literal["hourglass", "arrow", "gates", "tray", "panels", "knob"]
"""Every table has the hourglass, but may lack other devices. A panel is a castle's buttons and lamps."""


EVERY_DEVICE: Final[frozenset[Device]] = frozenset(get_args(Device))


class Devices(Struct, frozen=True):
    """What a game does with the devices of a table.

    Attributes:
        uses: devices with a meaning in this game; the table offers no others.
        needs: devices without which it cannot be played, even with the page.
        for_bots: devices that its bots use (``Simulated``); without them, bots may not play.
        has_turns: the game sets ``Waiting.turn``, so house rules may limit a turn's time.
    """

    uses: frozenset[Device]
    needs: frozenset[Device] = frozenset()
    for_bots: frozenset[Device] = frozenset({"gates", "knob"})
    has_turns: bool = False


class Equipped(Protocol):
    @property
    def devices(self) -> Devices: ...


class LyingPiece(Struct, frozen=True):
    """A piece as it lies on the table; ``face`` is None unless everyone may see it."""

    piece: PieceId
    where: str
    castle: CastleId | None
    face: Mapping[str, str | int] | None


class Rest(Struct, frozen=True):
    """Do nothing for ``seconds``; ``is_shown``: people see how many are left."""

    seconds: float
    is_shown: bool = False


class Carry(Struct, frozen=True):
    """Carry a piece over the gate of the hand's castle.

    Attributes:
        any_of: pieces that would do as well, if people carry one for the bot.
        words: what to ask people for then; None for a sentence that fits every game. Equal words of gestures in a row
            are one errand.
    """

    piece: PieceId
    any_of: frozenset[PieceId] = frozenset()
    words: Text | None = None


class PressKnob(Struct, frozen=True):
    """Press the knob after all announcements were shown; ``long`` holds it.

    Attributes:
        words: what people must do first where they help the bot, such as to move a figure.
    """

    long: bool = False
    words: Text | None = None


class TurnKnob(Struct, frozen=True):
    steps: int


class PointAtPage(Struct, frozen=True):
    """Choose this action on the page; ``words`` as in ``PressKnob``."""

    action: Action
    words: Text | None = None


Work = Callable[[Callable[[], bool]], Any]
"""Something to compute; its argument returns false once the time is over."""


def always() -> bool:
    """Give a ``Work`` all the time it wants."""
    return True


class Think(Struct, frozen=True):
    """Compute in another process, which the table ends if it is late.

    Attributes:
        work: of functions and values that can be pickled.
        answer: called with the result; with None if it was late or failed.
    """

    work: Work
    answer: Callable[[Any], None]
    within_s: float


Gesture = Rest | Carry | PressKnob | TurnKnob | PointAtPage | Think


class Observation(Struct, frozen=True):
    """What a bot sees before its next gesture.

    Attributes:
        helped: people carry the pieces, so the bot lifts none to look at it, and says in words what they do.
        unhelped: no help came in time for the latest errand; the bot may do what the rules give to an idle player.
    """

    state: Any
    memory: Any
    helped: bool = False
    unhelped: bool = False


@runtime_checkable
class Simulated(Protocol):
    """A game whose pieces lie where they belong at a simulated table, and that brings bots.

    Pieces of any other game lie there in a heap, all faces up.
    """

    def lying_pieces(self, state: Any) -> Sequence[LyingPiece]:
        """Return the pieces in play as they lie now, always in the same order."""

    def public_face(self, state: Any, piece: PieceId) -> Mapping[str, str | int]:
        """Return a piece's face for the player who lifts it; raise RefusedError if that is illegal now."""

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        """Yield the gestures of a castle's bot until the game is over.

        Where people help, each action of the log begins a new hand, so a bot asks for the same after a power cut.

        Args:
            castle: the castle that the bot plays.
            see: returns state and memory now; the bot must use a piece's face only while it lifts the piece.
            random: the bot's source of chance.
            lifted: pieces in any bot's hand, shared by all bots of a table.
            alone: only bots play, so this one also confirms for the whole table.
        """


LEVEL_NAMES: Final = ("easy", "normal", "hard")
"""Levels of bots that have a text, the weakest first."""


@runtime_checkable
class Levelled(Simulated, Protocol):
    """A game whose bots play on several levels."""

    @property
    def levels(self) -> Sequence[str]:
        """Names of the levels, the weakest first; the text ``bot-NAME`` shows one."""

    def hand(
        self,
        castle: CastleId,
        see: Callable[[], Observation],
        random: Random,
        lifted: set[PieceId],
        *,
        alone: bool,
        level: str = "",
    ) -> Iterator[Gesture]:
        """As that of ``Simulated``; ``level`` is "" for the usual bot."""


def bot_levels(game: object) -> tuple[str, ...]:
    """Return the levels of a game's bots, the weakest first; () if it has none."""
    return tuple(game.levels) if isinstance(game, Levelled) else ()
