"""What happens at the table as a game receives it, the devices that see it, and hands at a simulated table."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, Literal, Protocol, get_args, runtime_checkable

from msgspec import Struct

from controller.games.contract.values import Action, CastleId, PieceId


class PieceTapped(Struct, frozen=True):
    """A piece passed the gate of a castle at ``at_s`` seconds of the loop's clock."""

    castle: CastleId
    piece: PieceId
    at_s: float

    @property
    def origin(self) -> str:
        return f"gate:{self.castle}"


class GateComplained(Struct, frozen=True):
    """A gate saw what it cannot count; ``key`` names the sentence of the texts."""

    castle: CastleId
    key: str
    at_s: float

    @property
    def origin(self) -> str:
        return f"gate:{self.castle}"


class ButtonPressed(Struct, frozen=True):
    """A button was pressed: the console's knob (``castle`` is None) or a castle's yes or no."""

    button: Literal["knob", "yes", "no"]
    castle: CastleId | None
    long: bool
    at_s: float

    @property
    def origin(self) -> str:
        return self.button if self.castle is None else f"{self.button}:{self.castle}"


class KnobTurned(Struct, frozen=True):
    """The console's knob moved by ``steps`` detents, clockwise positive."""

    steps: int
    at_s: float
    origin = "knob"


class TimerRanOut(Struct, frozen=True):
    """The hourglass reached its deadline ``at_s``; nothing with an earlier time will follow."""

    at_s: float
    origin = "hourglass"


Input = PieceTapped | GateComplained | ButtonPressed | KnobTurned | TimerRanOut


Device = Literal["hourglass", "arrow", "gates", "tray", "panels", "knob"]
"""The hourglass is the table's own and always there; the others are wired or not. A panel is a castle's buttons."""


EVERY_DEVICE: Final[frozenset[Device]] = frozenset(get_args(Device))


class Devices(Struct, frozen=True):
    """What a game does with the devices of a table.

    Attributes:
        uses: those that mean something in it; the table offers nothing of the others.
        needs: those without which it cannot be played, by the page neither.
        for_bots: those that the hands of its bots use, if it has any (``Simulated``); bots begin nowhere without them.
        has_turns: it tells which turn is on (``Waiting.turn``), so that a house may look at its time.
    """

    uses: frozenset[Device]
    needs: frozenset[Device] = frozenset()
    for_bots: frozenset[Device] = frozenset({"gates", "knob"})
    has_turns: bool = False


class Equipped(Protocol):
    """A game that knows what serves it."""

    @property
    def devices(self) -> Devices:
        """Which devices it uses, and which it needs."""


class LyingPiece(Struct, frozen=True):
    """One piece as it lies on the table; ``face`` only where everybody may see it."""

    piece: PieceId
    where: str
    castle: CastleId | None
    face: Mapping[str, str | int] | None


class Rest(Struct, frozen=True):
    """Do nothing for ``seconds``: look, think, wait for the others."""

    seconds: float


class Carry(Struct, frozen=True):
    """Carry a piece over the gate of the hand's castle."""

    piece: PieceId


class PressKnob(Struct, frozen=True):
    """Press the knob when all that is announced has been seen; ``long`` holds it."""

    long: bool = False


class TurnKnob(Struct, frozen=True):
    steps: int


class PointAtPage(Struct, frozen=True):
    """Point at the map on the page, which sends this action."""

    action: Action


Gesture = Rest | Carry | PressKnob | TurnKnob | PointAtPage


class Observation(Struct, frozen=True):
    """What a hand sees before its next deed."""

    state: Any
    memory: Any


@runtime_checkable
class Simulated(Protocol):
    """A game that can be played at a simulated table: with a mouse, and by bots."""

    def lying_pieces(self, state: Any) -> Sequence[LyingPiece]:
        """The pieces in play as they lie now; the same order for the whole game."""

    def piece_face(self, state: Any, piece: PieceId) -> Mapping[str, str | int]:
        """Return the face of a piece for a hand that lifts it; raise RefusedError if it may not be looked at now."""

    def hand(
        self, castle: CastleId, see: Callable[[], Observation], random: Random, lifted: set[PieceId], *, alone: bool
    ) -> Iterator[Gesture]:
        """The deeds of a bot's hand, until the game is over.

        Args:
            castle: whose hand it is.
            see: what it sees at that moment; a piece's face it takes from the state only while it lifts the piece.
            random: its moods.
            lifted: the pieces in any hand; shared by all hands of a table.
            alone: no people play; else they count.
        """
