"""The data of an edition, and the types of its ids."""

from typing import Any, Final, Literal, NewType, TypeAlias

import msgspec
from msgspec import Struct

from controller.games.contract.values import PieceId

Color = NewType("Color", str)
"""A player, by the colour of the figures."""

FactionName = NewType("FactionName", str)
"""A faction of tokens, rings and cards, as the edition names it."""

SpaceName = NewType("SpaceName", str)
"""A space of the throne room such as ``B4``: columns from A at the left, rows from 1 at the bottom."""

Finger: TypeAlias = Literal["thumb", "index", "middle", "ring", "pinky"]
Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H"]
RoundTokenKind: TypeAlias = Literal["influence", "intrigue"]
Side: TypeAlias = Literal["left", "right"]
Phase: TypeAlias = Literal["rings", "hands", "assignment", "lords", "actions", "over"]

FINGERS: Final[tuple[Finger, ...]] = ("thumb", "index", "middle", "ring", "pinky")
CHAMBER_ACTION_LETTERS: Final[tuple[Letter, ...]] = ("A", "B", "C", "D", "E", "F")
"""Actions of the chambers; G and H need no chamber (TU-6.4)."""

ROUND_TOKEN_KINDS: Final[tuple[RoundTokenKind, ...]] = ("influence", "intrigue")
PLAYER_COUNTS: Final = (2, 3, 4)
FACTION_COUNT: Final = 7
COLOR_COUNT: Final = 4
CHAMBER_COUNT: Final = 3
MAX_LORDS_PER_CHAMBER: Final = 2
"""The same for any number of players (TU-5.2)."""

STARTING_RING_COUNT: Final = 2
SCORING_CARD_NUMBERS: Final = range(1, 7)
ESSENTIALS_CARD: Final = 2
"""The scoring card that removes tokens and can make some worth less than 0 (TU-0.7, TU-13.2)."""

SCENARIO_CARD_NUMBERS: Final = range(1, 6)
COLUMN_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
COLUMN_HEIGHTS: Final = range(2, 10)


class PhaseTraits(Struct, frozen=True):
    """Properties of a phase.

    Attributes:
        rule: the rule that says whose move it is.
        is_setup: before the first round.
        placed_figure: the figure that players place in turn.
        has_steps_due: ``State.due`` can hold steps.
    """

    rule: str
    is_setup: bool = False
    placed_figure: Literal["", "courtier", "lord"] = ""
    has_steps_due: bool = False


PHASES: Final[dict[Phase, PhaseTraits]] = {
    "rings": PhaseTraits("TU-1.1", is_setup=True),
    "hands": PhaseTraits("TU-1.3", is_setup=True),
    "assignment": PhaseTraits("TU-3.1", placed_figure="courtier", has_steps_due=True),
    "lords": PhaseTraits("TU-5.1", placed_figure="lord"),
    "actions": PhaseTraits("TU-6.1", has_steps_due=True),
    "over": PhaseTraits("TU-15.3"),
}


class BoxPiece(Struct, frozen=True, gc=False):
    """A square token or a ring; ``faction`` is an index in the edition's list."""

    id: PieceId
    faction: int


class Essential(Struct, frozen=True, gc=False):
    """Scoring card 2 for a faction: points per token, and how many tokens leave the game (TU-0.7, TU-13.2)."""

    worth: int
    remove: int


class Scenario(Struct, frozen=True, gc=False):
    """A scenario card: courtiers to assign in the first and in later rounds; rounds for 2, 3, 4 players."""

    first: int
    later: int
    rounds: tuple[int, int, int]


class Edition(Struct, frozen=True, gc=False):
    """What is printed on the components; tuples of three are for 2, 3 and 4 players.

    Attributes:
        cards: number of cards of each faction.
        courtiers: number of courtiers of each player.
        less_tokens: tokens of each faction left out with two players.
        less_influence, less_intrigue: round tokens of this kind left out with two players.
        rings_each: rings of each faction in play.
        columns: height of each column.
        bench: courtiers that a bench holds.
        enhancements: fingers that must wear rings, by action A to F.
        alike: points for 1 to 7 tokens of a faction (TU-13.1).
        different: points for a set of 1 to 7 factions (TU-13.3).
        essentials: values of scoring card 2 by faction.
        offices: points of each column's office (TU-13.4).
        crowded: points for each column won with scoring card 5 (TU-13.5).
        ambassador: points of an ambassador (TU-13.6).
        garter: points of the Garter by rank (TU-15.2).
        source: the edition as JSON, as a log carries it.
    """

    name: str
    factions: tuple[FactionName, ...]
    colors: tuple[Color, ...]
    tokens: tuple[BoxPiece, ...]
    rings: tuple[BoxPiece, ...]
    cards: int
    courtiers: int
    influence: int
    intrigue: int
    less_tokens: int
    less_influence: int
    less_intrigue: int
    rings_each: tuple[int, int, int]
    columns: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    bench: tuple[int, int, int]
    chairs: tuple[int, int, int]
    chambers: tuple[tuple[Letter, Letter], ...]
    enhancements: tuple[tuple[Finger, ...], ...]
    alike: tuple[int, ...]
    different: tuple[int, ...]
    essentials: tuple[Essential, ...]
    offices: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    crowded: int
    ambassador: int
    scenarios: tuple[Scenario, ...]
    garter: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    source: bytes

    def round_token_counts(self, players: int) -> tuple[int, int]:
        """Return how many influence and intrigue tokens are in play (TU-0.6)."""
        if players == PLAYER_COUNTS[0]:
            return self.influence - self.less_influence, self.intrigue - self.less_intrigue
        return self.influence, self.intrigue

    def token_count(self, faction: int) -> int:
        return sum(token.faction == faction for token in self.tokens)

    def to_mapping(self) -> dict[str, Any]:
        mapping: dict[str, Any] = msgspec.json.decode(self.source)
        return mapping
