"""What happened, one frozen event for each thing a table would announce, with the numbers that explain it.

All that is told of a game is made from these. So none of them names a tile that lies face down (TR-2.1, TR-2.6).
"""

from msgspec import Struct

from controller.games.contract.values import PieceId
from controller.games.tumult_royale.box.words import (
    Color,
    Commodity,
    Ending,
    FieldName,
    Kind,
    MapMode,
    RegionId,
    Slot,
    Variant,
)
from controller.games.tumult_royale.rules.state import Tumult


class Event(Struct, frozen=True, gc=False):
    """One thing that an action brought about."""


class GameBegan(Event, frozen=True):
    """The set-up is done (TR-0); ``ranked`` is the king first, who puts the first statue last (TR-0.6)."""

    edition: str
    variant: Variant
    map: MapMode
    players: tuple[Color, ...]
    ranked: tuple[Color, ...]


class FirstStatuePlaced(Event, frozen=True):
    """A first statue stands (TR-0.6); ``field`` is None where the table does not know the map."""

    player: Color
    field: FieldName | None


class RoundBegan(Event, frozen=True):
    """A round begins with this king; all tiles are the people's."""

    round: int
    king: Color


class DemandSpun(Event, frozen=True):
    """The arrow shows the demand (TR-1.1): for all commodities (None), or for one (TR-10.1)."""

    king: Color
    commodity: Commodity | None
    demand: int


class SpinForgotten(Event, frozen=True):
    """The demand after a forgotten spin (TR-1.3); ``filled_in`` names what was missing."""

    bread: int
    marble: int
    tools: int
    filled_in: tuple[Commodity, ...]


class TileSetAside(Event, frozen=True):
    """A tile is out of this round (TR-2.1), number ``number`` of ``of``."""

    number: int
    of: int


class HourglassStarted(Event, frozen=True):
    """The hourglass runs (TR-2.2)."""

    king: Color


class TileRobbed(Event, frozen=True):
    """A tile lies on a castle (TR-2.3); ``late`` if it was in hand when the hourglass ran out (TR-2.5)."""

    player: Color
    late: bool
    castle_tiles: int


class HourglassStopped(Event, frozen=True):
    """The hourglass has run out (TR-2.5)."""


class CommodityCounted(Event, frozen=True):
    """What is left of a commodity for the people (TR-3.1), against a demand that may not be known yet."""

    commodity: Commodity
    left: int
    demand: int | None


class PeopleContent(Event, frozen=True):
    """Enough is left of a commodity: no tumult (TR-3.1)."""

    commodity: Commodity
    left: int
    demand: int


class TumultBrokeOut(Event, frozen=True):
    """A tumult was resolved (TR-3).

    Attributes:
        robbed: the greediest's sum before mercy.
        mercy: whether 1 was taken off it (TR-3.3).
        tied: others with as much greed, who rank lower (TR-3.4).
        paid: supporters that went to the supply (TR-3.5).
    """

    tumult: Tumult
    robbed: int
    mercy: bool
    tied: tuple[Color, ...]
    paid: int


class SupportersShared(Event, frozen=True):
    """Somebody could not pay: first every player received from the supply (TR-9.1), in the order of ranks."""

    short: Color
    due: int
    received: tuple[tuple[Color, int], ...]


class SupportersReturned(Event, frozen=True):
    """The supply could not give: first every player returned some (TR-9.2), in the order of ranks."""

    gainer: Color
    due: int
    returned: tuple[tuple[Color, int], ...]


class Built(Event, frozen=True):
    """Statues were placed on a field (TR-4).

    Attributes:
        field: None where the table does not know the map.
        double: paid twice the printed cost, for it does not touch (TR-4.4).
        statues: how many; fewer than the kind's if they were the last (TR-4.3).
        gained: supporters for symbols paid beyond the cost (TR-4.7).
        placed: statues of the player so far.
    """

    player: Color
    field: FieldName | None
    kind: Kind
    double: bool
    tiles: tuple[PieceId, ...]
    gained: int
    statues: int
    placed: int


class Passed(Event, frozen=True):
    """A player passed of his own will (TR-4.8), or because no field was his to take (TR-11.2)."""

    player: Color
    stuck: bool


class PassedOver(Event, frozen=True):
    """A player has no legal build (TR-4.8)."""

    player: Color


class PlacingEnded(Event, frozen=True):
    """Nobody built in a placement round (TR-4.9); how many tiles each castle gave back."""

    left_over: tuple[tuple[Color, int], ...]


class Consoled(Event, frozen=True):
    """A player who could build nothing gains supporters (TR-4.10)."""

    player: Color
    gained: int


class RanksDealt(Event, frozen=True):
    """The ranks anew, the highest first (TR-5.1)."""

    before: tuple[Color, ...]
    after: tuple[Color, ...]
    supporters: tuple[int, ...]


class Crowned(Event, frozen=True):
    """The king was crowned: he paid and placed statues in the chronicle (TR-6.1, TR-6.2)."""

    king: Color
    round: int
    paid: int
    statues: int
    placed: int


class RevealDue(Event, frozen=True):
    """The king turns up so many region tiles (TR-6.3)."""

    king: Color
    tiles: int


class RegionRevealed(Event, frozen=True):
    """A region tile was turned up (TR-6.3)."""

    slot: Slot
    tile: RegionId
    turns: int


class RegionsRevealed(Event, frozen=True):
    """So many region tiles were turned up by the king (TR-6.3)."""

    king: Color
    tiles: int


class EndChecked(Event, frozen=True):
    """The end of the game was checked (TR-8.2): between ``most`` and ``fewest`` lies more than ``gap``, or not."""

    round: int
    most: int
    fewest: int
    gap: int
    over: bool


class MercyShown(Event, frozen=True):
    """The people's mercy goes to these players (TR-7.1)."""

    players: tuple[Color, ...]
    placed: int


class GameOver(Event, frozen=True):
    """The game is over (TR-8); ``placed`` by rank."""

    winner: Color
    ending: Ending
    placed: tuple[tuple[Color, int], ...]


class SupportersAmended(Event, frozen=True):
    """A human corrected supporters: (colour, change, then)."""

    changes: tuple[tuple[Color, int, int], ...]
    supply: int


class TileMoved(Event, frozen=True):
    """A human said where a tile lies: a colour, ``people`` or ``set_aside``."""

    came_from: str
    to: str


class DemandAmended(Event, frozen=True):
    """A human corrected the demand: (commodity, before, now)."""

    changes: tuple[tuple[Commodity, int, int], ...]


class Undone(Event, frozen=True):
    """The action called ``do`` was taken back; ``seq`` is the number it had."""

    do: str
    seq: int
