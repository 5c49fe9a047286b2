"""What may be done to a state; ``actions`` says how each stands in the log."""

from typing import TypeAlias

from msgspec import Struct

from controller.games.tudor.box.edition import Letter, Side
from controller.games.tudor.rules.state import Hand
from controller.games.tudor.rules.table import Chamber, Faction, Path, RingNumber, Seat, Space, Token


class Done(Struct, frozen=True, gc=False):
    seat: Seat


class ChooseRing(Done, frozen=True, gc=False):
    """Choose a ring at the start (TU-1.1)."""

    ring: RingNumber


class Wear(Done, frozen=True, gc=False):
    """Lay the rings on the fingers (TU-1.3, TU-8.3)."""

    hand: Hand


class Assign(Done, frozen=True, gc=False):
    """Put a courtier on a chamber's bench (TU-3.1)."""

    chamber: Chamber


class Pass(Done, frozen=True, gc=False):
    """Give up a placement (TU-3.5)."""


class Recall(Done, frozen=True, gc=False):
    """Take a courtier from the throne room back (TU-7.13)."""

    space: Space


class PlaceLord(Done, frozen=True, gc=False):
    """Put the lord into a chamber (TU-5.1)."""

    chamber: Chamber


class Activate(Done, frozen=True, gc=False):
    """Activate a figure (TU-6.2).

    Attributes:
        chair: from 0, or ``LORD``.
    """

    chamber: Chamber
    chair: int


class Walk(Done, frozen=True, gc=False):
    """Actions A, C, E and G (TU-9): from a space or ``SUPPLY`` along a path.

    Attributes:
        cards: one for each space; none with A.
        bonus: the card that an enhanced E gives (TU-10.5), or None.
    """

    letter: Letter
    origin: Space
    path: Path
    cards: tuple[Faction, ...] = ()
    bonus: Faction | None = None


class SwapRings(Done, frozen=True, gc=False):
    """Action B (TU-9.2): pairs of a ring taken and one given; the card, or None."""

    swaps: tuple[tuple[RingNumber, RingNumber], ...]
    card: Faction | None
    letter: Letter = "B"


class GainCards(Done, frozen=True, gc=False):
    """Actions D, F and H (TU-9): the cards taken, and one given back or None (TU-10.6)."""

    letter: Letter
    cards: tuple[Faction, ...]
    back: Faction | None = None


class BonusMove(Done, frozen=True, gc=False):
    """A step for two faction tokens (TU-11.2)."""

    origin: Space
    path: Path
    tokens: tuple[Token, ...]


class Exchange(Done, frozen=True, gc=False):
    """Two cards against one (TU-11.3)."""

    give: tuple[Faction, ...]
    take: Faction


class Bench(Done, frozen=True, gc=False):
    """A courtier goes from its chair to a bench (TU-12.1)."""

    chamber: Chamber
    chair: int
    to: Chamber
    side: Side = "left"


class SwapTokens(Done, frozen=True, gc=False):
    """The faction tokens of two spaces change places (TU-12.1)."""

    spaces: tuple[Space, ...]
    side: Side = "right"


class TokenForCard(Done, frozen=True, gc=False):
    """The influence just taken for a card (TU-12.2)."""

    card: Faction
    side: Side = "left"


class ChangeChairs(Done, frozen=True, gc=False):
    """Two on neighbouring chairs change places (TU-12.2)."""

    chamber: Chamber
    chairs: tuple[int, ...]
    side: Side = "right"


class BuyCard(Done, frozen=True, gc=False):
    """Two influence for a card (TU-12.3)."""

    card: Faction
    side: Side = "left"


class Jump(Done, frozen=True, gc=False):
    """Over a courtier to the space behind (TU-12.3)."""

    origin: Space
    to: Space
    side: Side = "right"


class TradeRings(Done, frozen=True, gc=False):
    """A ring for another player's (TU-12.4)."""

    mine: RingNumber
    theirs: RingNumber
    side: Side = "left"


class Stroll(Done, frozen=True, gc=False):
    """One or two steps for two influence (TU-12.5)."""

    origin: Space
    path: Path
    side: Side = "left"


class Banish(Done, frozen=True, gc=False):
    """Another player's courtier back to its supply (TU-12.5)."""

    space: Space
    side: Side = "right"


class Ambassador(Done, frozen=True, gc=False):
    """The round token just taken for an ambassador (TU-13.6)."""


class Decline(Done, frozen=True, gc=False):
    """Keep the token, or forgo the office's action (TU-12.7)."""


class TakeRing(Done, frozen=True, gc=False):
    """A ring for an office, and the layout with it (TU-8)."""

    ring: RingNumber
    hand: Hand


class EndTurn(Done, frozen=True, gc=False):
    """End the turn (TU-6.6)."""


class Draw(Struct, frozen=True, gc=False):
    """A token was drawn (TU-7.10)."""

    token: Token


class AmendCards(Struct, frozen=True, gc=False):
    """Changes of hands against the stacks: seat, faction, change."""

    changes: tuple[tuple[Seat, Faction, int], ...]


class AmendPrestige(Struct, frozen=True, gc=False):
    changes: tuple[tuple[Seat, int], ...]


class AmendSwap(Struct, frozen=True, gc=False):
    """Two faction tokens lie the other way round."""

    spaces: tuple[Space, ...]


Move: TypeAlias = Done | Draw | AmendCards | AmendPrestige | AmendSwap
"""What can be applied to a state."""
