"""What happened, one frozen event for each thing a table would announce, by the names that people use.

Chambers and chairs are numbered from 1; the chair of a lord is None.
Events tell all: what lies behind a screen (cards, tokens, round tokens) is left out where they are shown.
"""

from typing import TypeAlias

from msgspec import Struct

from controller.games.tudor.box.edition import Color, FactionName, Letter, RingId, RoundToken, SpaceName, TokenId


class Happened(Struct, frozen=True, gc=False, tag=True):
    """Something that happened."""


class GameBegan(Happened, frozen=True, gc=False):
    edition: str
    players: tuple[Color, ...]
    first: Color
    scoring: tuple[int, int]
    scenario: int
    rounds: int


class RingChosen(Happened, frozen=True, gc=False):
    player: Color
    ring: RingId


class HandLaid(Happened, frozen=True, gc=False):
    player: Color
    hand: tuple[tuple[RingId, ...], ...]


class CardsGained(Happened, frozen=True, gc=False):
    player: Color
    cards: tuple[FactionName, ...]


class CardsPaid(Happened, frozen=True, gc=False):
    player: Color
    cards: tuple[FactionName, ...]


class RoundBegan(Happened, frozen=True, gc=False):
    round: int
    first: Color


class CourtierAssigned(Happened, frozen=True, gc=False):
    player: Color
    chamber: int


class PlacementLost(Happened, frozen=True, gc=False):
    player: Color
    passed: bool


class CourtierRecalled(Happened, frozen=True, gc=False):
    player: Color
    space: SpaceName


class CourtierSeated(Happened, frozen=True, gc=False):
    player: Color
    chamber: int
    chair: int


class CourtierPushedOut(Happened, frozen=True, gc=False):
    player: Color
    chamber: int


class LordPlaced(Happened, frozen=True, gc=False):
    player: Color
    chamber: int


class ChamberIdle(Happened, frozen=True, gc=False):
    chamber: int


class TurnBegan(Happened, frozen=True, gc=False):
    player: Color


class FigureActivated(Happened, frozen=True, gc=False):
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
    player: Color
    column: str
    robbed: Color | None
    prestige: int


class TokenDrawn(Happened, frozen=True, gc=False):
    space: SpaceName
    token: TokenId


class RingTaken(Happened, frozen=True, gc=False):
    player: Color
    ring: RingId
    robbed: Color | None


class RingsSwapped(Happened, frozen=True, gc=False):
    player: Color
    swaps: tuple[tuple[RingId, RingId], ...]


class TokensSpent(Happened, frozen=True, gc=False):
    player: Color
    tokens: tuple[TokenId, ...]


class RoundTokensSpent(Happened, frozen=True, gc=False):
    player: Color
    influence: int = 0
    intrigue: int = 0


class CourtierBenched(Happened, frozen=True, gc=False):
    player: Color
    chamber: int
    chair: int
    to: int


class TokensSwapped(Happened, frozen=True, gc=False):
    player: Color
    spaces: tuple[SpaceName, ...]


class ChairsChanged(Happened, frozen=True, gc=False):
    player: Color
    chamber: int
    chairs: tuple[int, ...]


class RingsTraded(Happened, frozen=True, gc=False):
    player: Color
    other: Color
    mine: RingId
    theirs: RingId


class CourtierBanished(Happened, frozen=True, gc=False):
    player: Color
    other: Color
    space: SpaceName


class AmbassadorSent(Happened, frozen=True, gc=False):
    player: Color


class TokenKept(Happened, frozen=True, gc=False):
    player: Color
    kind: RoundToken


class OfficeActionForgone(Happened, frozen=True, gc=False):
    player: Color


class ActionTaken(Happened, frozen=True, gc=False):
    player: Color
    letter: Letter


class ColumnWon(Happened, frozen=True, gc=False):
    player: Color
    column: str
    prestige: int


class RoundEnded(Happened, frozen=True, gc=False):
    round: int


class PlayerScored(Happened, frozen=True, gc=False):
    player: Color
    scoring: tuple[int, int]
    garter: int
    prestige: int


class GameEnded(Happened, frozen=True, gc=False):
    winners: tuple[Color, ...]


class CardsAmended(Happened, frozen=True, gc=False):
    changes: tuple[tuple[Color, FactionName, int], ...]


class PrestigeAmended(Happened, frozen=True, gc=False):
    changes: tuple[tuple[Color, int, int], ...]


class TokensAmended(Happened, frozen=True, gc=False):
    spaces: tuple[SpaceName, ...]


class Undone(Happened, frozen=True, gc=False):
    do: str
    seq: int


Event: TypeAlias = Happened
