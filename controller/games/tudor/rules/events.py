"""What happened, one frozen event for each thing a table would announce, by the names that people use.

Events tell all; what lies behind a screen (cards, tokens, round tokens) is left out by whoever shows them.
"""

from typing import TypeAlias

from msgspec import Struct

from controller.games.tudor.box.edition import Color, FactionName, Letter, RingId, RoundToken, SpaceName, TokenId


class Happened(Struct, frozen=True, gc=False, tag=True):
    """Something that happened."""


class GameBegan(Happened, frozen=True, gc=False):
    """The set-up is done (TU-0)."""

    edition: str
    players: tuple[Color, ...]
    first: Color
    scoring: tuple[int, int]
    scenario: int
    rounds: int


class RingChosen(Happened, frozen=True, gc=False):
    """A ring was chosen at the start (TU-1.1)."""

    player: Color
    ring: RingId


class HandLaid(Happened, frozen=True, gc=False):
    """The rings lie on these fingers, from thumb to pinky (TU-2)."""

    player: Color
    hand: tuple[tuple[RingId, ...], ...]


class CardsGained(Happened, frozen=True, gc=False):
    """Cards came from the stacks."""

    player: Color
    cards: tuple[FactionName, ...]


class CardsPaid(Happened, frozen=True, gc=False):
    """Cards went back to the stacks."""

    player: Color
    cards: tuple[FactionName, ...]


class RoundBegan(Happened, frozen=True, gc=False):
    """A round begins with this start player (TU-14.2)."""

    round: int
    first: Color


class CourtierAssigned(Happened, frozen=True, gc=False):
    """A courtier came to a bench (TU-3.1); chambers from 1."""

    player: Color
    chamber: int


class PlacementLost(Happened, frozen=True, gc=False):
    """A placement was given up, or lost without being asked (TU-3.4, TU-3.5)."""

    player: Color
    passed: bool


class CourtierRecalled(Happened, frozen=True, gc=False):
    """A courtier came back from the throne room (TU-7.13)."""

    player: Color
    space: SpaceName


class CourtierSeated(Happened, frozen=True, gc=False):
    """A courtier went from a bench to a chair, 1 being the top one (TU-4.1)."""

    player: Color
    chamber: int
    chair: int


class CourtierPushedOut(Happened, frozen=True, gc=False):
    """A courtier had to leave the top chair (TU-4.2)."""

    player: Color
    chamber: int


class LordPlaced(Happened, frozen=True, gc=False):
    """A lord came into a chamber (TU-5.1)."""

    player: Color
    chamber: int


class ChamberIdle(Happened, frozen=True, gc=False):
    """No lord came into this chamber: its courtiers are used (TU-5.3)."""

    chamber: int


class TurnBegan(Happened, frozen=True, gc=False):
    """A turn begins (TU-6.1)."""

    player: Color


class FigureActivated(Happened, frozen=True, gc=False):
    """A figure was activated (TU-6.2); ``chair`` is None for a lord."""

    player: Color
    chamber: int
    chair: int | None


class CourtierMoved(Happened, frozen=True, gc=False):
    """A courtier moved (TU-7); ``origin`` is None from the supply.

    Attributes:
        by: the action's letter, or ``move``, ``jump``, ``stroll``.
        tokens: the faction tokens taken.
        round_token: the one taken.
    """

    player: Color
    by: str
    origin: SpaceName | None
    path: tuple[SpaceName, ...]
    tokens: tuple[TokenId, ...]
    round_token: RoundToken | None


class OfficeTaken(Happened, frozen=True, gc=False):
    """A courtier took an office (TU-8.1), perhaps from another player; ``prestige`` at once (TU-13.4)."""

    player: Color
    column: str
    robbed: Color | None
    prestige: int


class TokenDrawn(Happened, frozen=True, gc=False):
    """A space was re-stocked (TU-7.10)."""

    space: SpaceName
    token: TokenId


class RingTaken(Happened, frozen=True, gc=False):
    """A ring for an office, of the stand or of a robbed player (TU-8.2, TU-8.3)."""

    player: Color
    ring: RingId
    robbed: Color | None


class RingsSwapped(Happened, frozen=True, gc=False):
    """Rings of the stand took the places of others (TU-9.2): taken and given."""

    player: Color
    swaps: tuple[tuple[RingId, RingId], ...]


class TokensSpent(Happened, frozen=True, gc=False):
    """Faction tokens were spent (TU-11.2)."""

    player: Color
    tokens: tuple[TokenId, ...]


class RoundTokensSpent(Happened, frozen=True, gc=False):
    """Round tokens left the game (TU-12.7)."""

    player: Color
    influence: int = 0
    intrigue: int = 0


class CourtierBenched(Happened, frozen=True, gc=False):
    """A courtier went from its chair to a bench (TU-12.1)."""

    player: Color
    chamber: int
    chair: int
    to: int


class TokensSwapped(Happened, frozen=True, gc=False):
    """The tokens of two spaces changed places (TU-12.1)."""

    player: Color
    spaces: tuple[SpaceName, ...]


class ChairsChanged(Happened, frozen=True, gc=False):
    """Two neighbours changed chairs (TU-12.2)."""

    player: Color
    chamber: int
    chairs: tuple[int, ...]


class RingsTraded(Happened, frozen=True, gc=False):
    """Two players' rings changed places (TU-12.4)."""

    player: Color
    other: Color
    mine: RingId
    theirs: RingId


class CourtierBanished(Happened, frozen=True, gc=False):
    """A courtier was sent back to its supply (TU-12.5)."""

    player: Color
    other: Color
    space: SpaceName


class AmbassadorSent(Happened, frozen=True, gc=False):
    """A courtier went to scoring card 6 (TU-13.6)."""

    player: Color


class TokenKept(Happened, frozen=True, gc=False):
    """The round token just taken was kept (TU-12.7)."""

    player: Color
    kind: RoundToken


class OfficeActionForgone(Happened, frozen=True, gc=False):
    """The office's chamber action was not taken (TU-12.7)."""

    player: Color


class ActionTaken(Happened, frozen=True, gc=False):
    player: Color
    letter: Letter


class ColumnWon(Happened, frozen=True, gc=False):
    """Most courtiers of a column at the round's end (TU-13.5)."""

    player: Color
    column: str
    prestige: int


class RoundEnded(Happened, frozen=True, gc=False):
    """A round is over (TU-14.1)."""

    round: int


class PlayerScored(Happened, frozen=True, gc=False):
    """End scores of one player (TU-15): of both scoring cards, of the Garter, and the prestige in the end."""

    player: Color
    scoring: tuple[int, int]
    garter: int
    prestige: int


class GameEnded(Happened, frozen=True, gc=False):
    """The game is over (TU-15.3)."""

    winners: tuple[Color, ...]


class CardsAmended(Happened, frozen=True, gc=False):
    """A hand was corrected: player, faction, change."""

    changes: tuple[tuple[Color, FactionName, int], ...]


class PrestigeAmended(Happened, frozen=True, gc=False):
    """Prestige was corrected: player, change, what it is now."""

    changes: tuple[tuple[Color, int, int], ...]


class TokensAmended(Happened, frozen=True, gc=False):
    """The tokens of two spaces lay the other way round."""

    spaces: tuple[SpaceName, ...]


class Undone(Happened, frozen=True, gc=False):
    """The latest action was taken back."""

    do: str
    seq: int


Event: TypeAlias = Happened
